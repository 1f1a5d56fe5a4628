import { throwIfAborted } from '../lib/abort.ts'
import { AppError } from '../lib/errors.ts'
import { runningSha256 } from '../lib/sha256.ts'
import type { ModelFiles } from './engine.ts'

/** What a file of a model has to be. */
export interface ExpectedFile {
  readonly path: string
  /** Absent where only the hash says it. */
  readonly bytes?: number
  /** 64 lower-case hex digits. */
  readonly sha256?: string | undefined
}

export interface CheckOptions {
  readonly signal?: AbortSignal | undefined
  /** Bytes that were read, and all there are. */
  readonly progress?: (read: number, all: number) => void
}

/** Read into memory at once and hashed by the platform; larger files go piece by piece. */
const AT_ONCE = 256 << 20
const PIECE = 4 << 20

const REPAIR = 'open Models and repair it, or fetch or import it again'

/**
 * Checks that files are there, whole, no page of a web server and what their hashes say, the quick checks of all before
 * the first hash. Throws model_file, naming the file and what was found; AbortError.
 */
export async function checkFiles(
  files: ModelFiles,
  expected: readonly ExpectedFile[],
  { signal, progress }: CheckOptions = {},
): Promise<void> {
  for (const file of expected) await checkShape(files.get(file.path), file)
  const hashed = expected.filter(({ sha256 }) => sha256 !== undefined)
  const all = hashed.reduce((sum, { path }) => sum + files.get(path)!.size, 0)
  let read = 0
  for (const { path, sha256 } of hashed) {
    throwIfAborted(signal)
    const blob = files.get(path)!
    const found = await hashOf(blob, signal)
    if (found !== sha256) {
      throw wrongFile(path, `hashes to ${found.slice(0, 12)}…, expected ${sha256!.slice(0, 12)}…`)
    }
    read += blob.size
    progress?.(read, all)
  }
}

async function checkShape(blob: Blob | undefined, { path, bytes }: ExpectedFile): Promise<void> {
  if (!blob) throw wrongFile(path, 'is missing')
  if (blob.size === 0) throw wrongFile(path, 'is empty')
  if (isHtml(await head(blob))) {
    throw wrongFile(path, 'is a web page: the server it came from answered with an error page')
  }
  if (bytes !== undefined && blob.size !== bytes) {
    throw wrongFile(path, `has ${blob.size} bytes, expected ${bytes}`)
  }
}

function wrongFile(path: string, found: string): AppError {
  return new AppError('model_file', `the file ${path} of the model ${found}; ${REPAIR}`, { path })
}

async function head(blob: Blob): Promise<string> {
  return new TextDecoder('latin1').decode(await blob.slice(0, 256).arrayBuffer())
}

/** Servers of single-page sites answer a missing file with their start page and status 200. */
function isHtml(begin: string): boolean {
  return /^(\xef\xbb\xbf)?\s*<(!doctype\s+html|html|head|body)[\s>]/i.test(begin)
}

async function hashOf(blob: Blob, signal: AbortSignal | undefined): Promise<string> {
  if (blob.size <= AT_ONCE) {
    const digest = await crypto.subtle.digest('SHA-256', await blob.arrayBuffer())
    return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
  }
  const hash = runningSha256()
  for (let at = 0; at < blob.size; at += PIECE) {
    throwIfAborted(signal)
    hash.update(new Uint8Array(await blob.slice(at, at + PIECE).arrayBuffer()))
  }
  return hash.hex()
}
