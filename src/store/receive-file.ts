import { throwIfAborted } from '../lib/abort.ts'
import { AppError } from '../lib/errors.ts'
import { runningGitBlobHash, runningSha256, type RunningHash } from '../lib/sha256.ts'
import type { FileSource, Incoming } from '../models/incoming.ts'
import type { ModelFile } from '../models/manifest.ts'
import type { OpenModelFile } from './model-files.ts'

/** Read back in pieces of this size, to hash what is stored. */
const PIECE_BYTES = 4 << 20

/** So much is looked at before the first byte is stored. */
const HEAD_BYTES = 256

export interface ReceiveOptions {
  readonly target: OpenModelFile
  readonly file: ModelFile
  readonly source: FileSource
  readonly signal: AbortSignal
  /** Hears how many bytes of this file are stored. */
  readonly progress: (storedBytes: number) => void
}

/**
 * Stores one file, from where an earlier attempt stopped, and gives it back with its size and hash. What arrives is hashed
 * on its way. Throws model_file where the answer is no such file, is cut short or hashes to something else than
 * was published; only then nothing of it is kept. After AbortError, read_failed and a short answer the next call goes on.
 */
export async function receiveFile(options: ReceiveOptions): Promise<ModelFile> {
  const { target, file } = options
  if (file.bytes !== null && target.size() > file.bytes) target.truncate(0)
  const goesOn = target.size() > 0
  try {
    return await receiveOnce(options)
  } catch (error) {
    // A part that was damaged on the disk, or is of an older state of the file, must not stand in the way for ever.
    if (!(goesOn && error instanceof WrongHash)) throw error
    return receiveOnce(options)
  }
}

async function receiveOnce({ target, file, source, signal, progress }: ReceiveOptions): Promise<ModelFile> {
  throwIfAborted(signal)
  let hashes = await hashesOfStored(target, file, signal)
  let total = file.bytes
  if (target.size() === 0 || target.size() !== file.bytes) {
    let incoming = await source(file, target.size(), signal)
    if (incoming.status === 416 && target.size() > 0) {
      // More is stored than the host has: another state of the file.
      await incoming.body?.cancel()
      target.truncate(0)
      incoming = await source(file, 0, signal)
    }
    assertFile(incoming, file)
    if (target.size() > 0 && !goesOnAt(incoming, target.size())) {
      if (incoming.status === 206) {
        throw new AppError(
          'model_file',
          `${file.path}: the host sent another part of the file than was asked for; try again`,
        )
      }
      target.truncate(0)
    }
    if (target.size() === 0) hashes = newHashes(file)
    total ??= incoming.total
    await append({ target, incoming, hashes, file, total, signal, progress })
  }
  const size = target.size()
  if (total !== null && size < total) {
    throw new AppError(
      'model_file',
      `${file.path}: the connection ended after ${size} of ${total} bytes; resume to fetch the rest`,
    )
  }
  const sha256 = hashes.sha256.hex()
  const found = file.expected && 'gitBlob' in file.expected ? hashes.gitBlob!.hex() : sha256
  const wanted = file.expected && ('gitBlob' in file.expected ? file.expected.gitBlob : file.expected.sha256)
  if (wanted !== null && found !== wanted) {
    target.truncate(0)
    throw new WrongHash(file.path, wanted, found)
  }
  progress(size)
  return { ...file, bytes: size, sha256 }
}

class WrongHash extends AppError {
  constructor(path: string, wanted: string, found: string) {
    super(
      'model_file',
      `${path} is not what its publisher lists (its hash begins with ${found.slice(0, 12)}, listed is ${wanted.slice(0, 12)}), so it was thrown away; try again, and if it stays so do not use this source`,
      { path, wanted, found },
    )
  }
}

interface Hashes {
  readonly sha256: RunningHash
  readonly gitBlob: RunningHash | null
}

function newHashes({ expected, bytes }: ModelFile): Hashes {
  const byGit = expected !== null && 'gitBlob' in expected
  return { sha256: runningSha256(), gitBlob: byGit && bytes !== null ? runningGitBlobHash(bytes) : null }
}

async function hashesOfStored(target: OpenModelFile, file: ModelFile, signal: AbortSignal): Promise<Hashes> {
  const hashes = newHashes(file)
  const piece = new Uint8Array(Math.min(PIECE_BYTES, target.size()))
  for (let at = 0; at < target.size();) {
    // Lets a stop come in between.
    await new Promise((resolve) => setTimeout(resolve))
    throwIfAborted(signal)
    const count = target.read(piece, at)
    if (count === 0) break
    add(hashes, piece.subarray(0, count))
    at += count
  }
  return hashes
}

/** SHA-256 of a stored file. */
export async function hashStored(
  target: OpenModelFile,
  file: ModelFile,
  signal: AbortSignal,
): Promise<string> {
  return (await hashesOfStored(target, { ...file, expected: null }, signal)).sha256.hex()
}

function add({ sha256, gitBlob }: Hashes, bytes: Uint8Array): void {
  sha256.update(bytes)
  gitBlob?.update(bytes)
}

interface Appending extends Omit<ReceiveOptions, 'source'> {
  readonly incoming: Incoming
  readonly hashes: Hashes
  readonly total: number | null
}

async function append({ target, incoming, hashes, file, total, signal, progress }: Appending): Promise<void> {
  if (!incoming.body) return
  const reader = incoming.body.getReader()
  const stop = () => void reader.cancel().catch(() => undefined)
  signal.addEventListener('abort', stop, { once: true })
  const take = (bytes: Uint8Array) => {
    if (total !== null && target.size() + bytes.byteLength > total) {
      target.truncate(0)
      throw new AppError(
        'model_file',
        `${file.path}: the host sent more than the ${total} bytes that it has, so it was thrown away; try again`,
      )
    }
    target.append(bytes)
    add(hashes, bytes)
    progress(target.size())
  }
  // What it is shows at its beginning, which may come in several pieces: nothing is stored before that.
  let head: Uint8Array | null = target.size() === 0 ? new Uint8Array() : null
  const lookAt = (start: Uint8Array) => {
    if (isHtml(start) && !file.path.endsWith('.html')) throw notAFile(file)
    head = null
    take(start)
  }
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        throwIfAborted(signal)
        throw new AppError(
          'read_failed',
          `${file.path}: the connection broke; resume to go on from there`,
          {},
          { cause },
        )
      })
      throwIfAborted(signal)
      if (done) {
        if (head) lookAt(head)
        return
      }
      if (!head) take(value)
      else {
        head = joined(head, value)
        if (head.byteLength >= HEAD_BYTES) lookAt(head)
      }
    }
  } catch (error) {
    stop()
    throw error
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const both = new Uint8Array(a.byteLength + b.byteLength)
  both.set(a)
  both.set(b, a.byteLength)
  return both
}

const REFUSALS: Readonly<Record<number, string>> = {
  401: 'the host asks for an account; choose another model or import it from a file',
  403: 'the host refuses it; choose another model or import it from a file',
  404: 'the host has no such file any more; choose another model or import it from a file',
  429: 'the host asks to be left alone for a while; try again later',
}

function assertFile(incoming: Incoming, file: ModelFile): void {
  const { status, contentType } = incoming
  if (status !== 200 && status !== 206) {
    void incoming.body?.cancel().catch(() => undefined)
    const why = REFUSALS[status] ?? 'the host cannot send it now; try again later'
    throw new AppError('model_file', `${file.path} was answered with ${status}: ${why}`, { status })
  }
  if (/^\s*(text\/html|application\/xhtml)/i.test(contentType ?? '') && !file.path.endsWith('.html')) {
    void incoming.body?.cancel().catch(() => undefined)
    throw notAFile(file)
  }
}

/** True where the answer is the rest of the file. A host that does not let its Content-Range be read is taken at its word. */
function goesOnAt({ status, start }: Incoming, size: number): boolean {
  return status === 206 && (start ?? size) === size
}

/** A page begins with a tag; no file of a model does. */
function isHtml(bytes: Uint8Array): boolean {
  const head = new TextDecoder().decode(bytes.subarray(0, HEAD_BYTES)).trimStart().toLowerCase()
  return /^<(!doctype|html|head|!--)/.test(head)
}

function notAFile({ path }: ModelFile): AppError {
  return new AppError(
    'model_file',
    `${path}: a web page came in place of the file, as from a sign-in page of a network or a wrong address; nothing was stored`,
  )
}
