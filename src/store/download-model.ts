import { AppError } from '../lib/errors.ts'
import type { FileSource } from '../models/incoming.ts'
import type { ModelFile, ModelManifest } from '../models/manifest.ts'
import type { StoredModels } from './model-files.ts'
import { RESERVE_BYTES, storageState, type StorageState } from './quota.ts'
import { hashStored, receiveFile } from './receive-file.ts'

export interface ModelProgress {
  readonly storedBytes: number
  /** Null where the host does not say. */
  readonly totalBytes: number | null
  /** The file in hand. */
  readonly path: string
}

interface Work {
  readonly models: StoredModels
  readonly signal: AbortSignal
  readonly progress: (progress: ModelProgress) => void
}

/**
 * Stores what is missing of a model, file after file; the manifest learns of each as it is whole. Throws storage_full
 * before anything is asked for where there is no room, else as receiveFile does. What is stored stays for the next call.
 */
export async function downloadModel(
  manifest: ModelManifest,
  options: Work & {
    readonly source: FileSource
    /** The model is listed from now on. */
    readonly begun?: () => void
    readonly storage?: () => Promise<StorageState>
  },
): Promise<ModelManifest> {
  const { models, source, signal, progress, begun, storage = storageState } = options
  const stored = await storedBytes(models, manifest)
  await assertRoom(manifest, stored, storage)
  await models.putManifest(manifest)
  begun?.()
  let current = manifest
  for (const file of manifest.files) {
    if (file.sha256 !== null && stored.get(file.path) === file.bytes) continue
    const target = await models.open(manifest.id, file.path)
    const others = sum(
      manifest.files.filter(({ path }) => path !== file.path).map(({ path }) => stored.get(path)!),
    )
    let whole: ModelFile
    try {
      whole = await receiveFile({
        target,
        file: { ...file, sha256: null },
        source,
        signal,
        progress: (bytes) =>
          progress({ storedBytes: others + bytes, totalBytes: total(current), path: file.path }),
      })
      stored.set(file.path, target.size())
    } finally {
      target.close()
    }
    current = withFile(current, whole)
    await models.putManifest(current)
  }
  return current
}

/**
 * Reads every file again and gives the paths of those that are missing or not what they were. These are emptied, so that
 * `downloadModel` fetches them and no others.
 */
export async function verifyModel(
  manifest: ModelManifest,
  { models, signal, progress }: Work,
): Promise<{ manifest: ModelManifest; wrong: readonly string[] }> {
  const wrong: string[] = []
  let current = manifest
  let read = 0
  for (const file of manifest.files) {
    if (file.sha256 !== null) {
      progress({ storedBytes: read, totalBytes: total(manifest), path: file.path })
      const target = await models.open(manifest.id, file.path)
      try {
        if (target.size() !== file.bytes || (await hashStored(target, file, signal)) !== file.sha256) {
          wrong.push(file.path)
          target.truncate(0)
        }
      } finally {
        target.close()
      }
      if (wrong.at(-1) === file.path) {
        current = withFile(current, { ...file, sha256: null })
        await models.putManifest(current)
      }
    }
    read += file.bytes ?? 0
  }
  return { manifest: current, wrong }
}

async function storedBytes(models: StoredModels, { id, files }: ModelManifest): Promise<Map<string, number>> {
  const sizes = new Map<string, number>()
  for (const { path } of files) sizes.set(path, (await models.blob(id, path))?.size ?? 0)
  return sizes
}

async function assertRoom(
  manifest: ModelManifest,
  stored: ReadonlyMap<string, number>,
  storage: () => Promise<StorageState>,
): Promise<void> {
  const missing = sum(manifest.files.map(({ path, bytes }) => Math.max(0, (bytes ?? 0) - stored.get(path)!)))
  const { usageBytes, quotaBytes } = await storage()
  const free = quotaBytes - usageBytes - RESERVE_BYTES
  if (missing <= free) return
  const megabytes = (bytes: number) => `${Math.max(0, Math.round(bytes / 1e6))} MB`
  throw new AppError(
    'storage_full',
    `${manifest.title} needs ${megabytes(missing)} more and the browser leaves ${megabytes(free)} to this page; delete a model or layers, or free space on the disk, then resume`,
    { missing, free },
  )
}

function withFile(manifest: ModelManifest, file: ModelFile): ModelManifest {
  return { ...manifest, files: manifest.files.map((each) => (each.path === file.path ? file : each)) }
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0)

const total = ({ files }: ModelManifest) =>
  files.some(({ bytes }) => bytes === null) ? null : sum(files.map(({ bytes }) => bytes!))
