import { z } from 'zod'
import { AppError } from '../lib/errors.ts'
import type { CatalogueEntry } from './catalogue.ts'
import { parseManifest, type ModelFile, type ModelManifest } from './manifest.ts'

/** Reads JSON at an address. Throws as FileSource does. */
export type ReadJson = (url: string) => Promise<unknown>

export const HUB_HOST = 'huggingface.co'

const stateSchema = z.object({ sha: z.string().regex(/^[0-9a-f]{40}$/) })

const treeSchema = z
  .array(
    z.object({
      type: z.string(),
      path: z.string(),
      size: z.int().nonnegative(),
      /** SHA-1 of git, of the file itself or, for a large file, of the note that stands for it. */
      oid: z.string(),
      /** Of a large file: SHA-256 of its content. */
      lfs: z.object({ oid: z.string(), size: z.int().nonnegative() }).optional(),
    }),
  )
  .max(10_000)

const contentSchema = z.object({ type: z.literal('file'), size: z.int().nonnegative(), sha: z.string() })

/**
 * The files of a model as its publishers list them now: the commit is looked up first, and list and addresses are of that
 * commit, so that what is fetched is what was shown. Throws model_file where the listing is not what it should be.
 */
export async function listedManifest(entry: CatalogueEntry, readJson: ReadJson): Promise<ModelManifest> {
  const { source } = entry
  const hub = `https://${HUB_HOST}`
  const state = read(
    stateSchema,
    await readJson(`${hub}/api/models/${source.repo}/revision/${source.revision}`),
    hub,
  )
  const tree = read(
    treeSchema,
    await readJson(`${hub}/api/models/${source.repo}/tree/${state.sha}?recursive=1`),
    hub,
  )
  const files: ModelFile[] = tree
    .filter(({ type, path }) => type === 'file' && source.files.test(path))
    .map(({ path, size, oid, lfs }) => ({
      path,
      bytes: lfs?.size ?? size,
      url: `${hub}/${source.repo}/resolve/${state.sha}/${path}`,
      expected: lfs ? { sha256: lfs.oid } : { gitBlob: oid },
      sha256: null,
    }))
  if (files.length === 0) {
    throw new AppError(
      'model_file',
      `${source.repo} on ${HUB_HOST} no longer holds the files of ${entry.title}; choose another model`,
    )
  }
  if (source.library) files.push(await listedLibrary(source.library, readJson))
  const manifest: ModelManifest = {
    format: 1,
    id: entry.id,
    title: entry.title,
    kind: entry.kind,
    engine: entry.engine,
    context: entry.context,
    memoryBytes: entry.memoryBytes,
    licence: entry.licence,
    origin: `${HUB_HOST}/${source.repo}`,
    revision: state.sha,
    files,
  }
  return parseManifest(manifest, `the listing of ${source.repo}`)
}

/** Hosts that a download of this entry asks. */
export function hostsOf({ source }: CatalogueEntry): readonly string[] {
  return source.library ? [HUB_HOST, 'api.github.com', 'raw.githubusercontent.com'] : [HUB_HOST]
}

/** Git's own hash of the file, from the host of the repository. */
async function listedLibrary(
  { repo, revision, path }: NonNullable<CatalogueEntry['source']['library']>,
  readJson: ReadJson,
): Promise<ModelFile> {
  const address = `https://api.github.com/repos/${repo}`
  const commit = read(stateSchema, await readJson(`${address}/commits/${revision}`), address)
  const found = read(contentSchema, await readJson(`${address}/contents/${path}?ref=${commit.sha}`), address)
  return {
    path: path.split('/').at(-1)!,
    bytes: found.size,
    url: `https://raw.githubusercontent.com/${repo}/${commit.sha}/${path}`,
    expected: { gitBlob: found.sha },
    sha256: null,
  }
}

function read<Shape>(schema: z.ZodType<Shape>, value: unknown, where: string): Shape {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new AppError(
    'model_file',
    `the listing of ${new URL(where).host} is not in the form that this page knows; try again later or import the model from a file`,
  )
}
