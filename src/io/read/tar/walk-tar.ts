import { throwIfAborted } from '../../../lib/abort.ts'
import { AppError } from '../../../lib/errors.ts'
import type { ByteSink } from '../../types.ts'
import { BLOCK, longName, paxFacts, tarHeader, type TarHeader } from './tar-header.ts'

/** A file of a tar that is about to be read. */
export interface TarFile {
  readonly path: string
  readonly size: number
  /** True for a link, which holds no bytes. */
  readonly isLink: boolean
}

interface Walk {
  /** Where the bytes of a file go; null leaves them. Throws what ends the walk. */
  readonly sinkFor: (file: TarFile) => Promise<ByteSink | null>
  /** Once a file is written whole. */
  readonly onFile: (file: TarFile) => Promise<void> | void
  readonly signal?: AbortSignal | undefined
}

/** Facts of one entry are short; a longer one is damage. */
const LONGEST_FACTS = 1 << 20
const MOST_FILES = 20_000

/**
 * Goes through a tar from its start to its end, once, and writes the files that are wanted. Rejects with read_failed where it
 * is cut off or damaged: files written before that are whole. Throws unsupported_file for too many files, what a sink throws,
 * AbortError.
 */
export async function walkTar(chunks: ReadableStream<Uint8Array>, walk: Walk): Promise<void> {
  const input = new Pull(chunks.getReader())
  let path: string | undefined
  let size: number | undefined
  let files = 0
  try {
    for (;;) {
      throwIfAborted(walk.signal)
      const block = await input.take(BLOCK)
      // Some writers leave the end mark out.
      if (block.byteLength === 0) return
      const header = block.byteLength === BLOCK ? tarHeader(block) : null
      if (header === 'end') return
      if (header === null) throw damaged()
      if (header.kind === 'long-name' || header.kind === 'pax') {
        const body = await factsOf(input, header)
        if (header.kind === 'long-name') path = longName(body)
        else ({ path = path, size } = paxFacts(body))
        continue
      }
      const file: TarFile = {
        path: path ?? header.path,
        size: size ?? header.size,
        isLink: header.kind === 'link',
      }
      ;[path, size] = [undefined, undefined]
      if (++files > MOST_FILES) {
        throw new AppError(
          'unsupported_file',
          `the tar lists more than ${MOST_FILES} files; unpack it and drop the folder that is needed`,
        )
      }
      const hasBytes = header.kind === 'file' || header.kind === 'other'
      const sink = header.kind === 'file' || header.kind === 'link' ? await walk.sinkFor(file) : null
      if (hasBytes) await copy(input, file.size, sink, walk.signal)
      if (sink) await walk.onFile(file)
    }
  } finally {
    await input.cancel()
  }
}

async function factsOf(input: Pull, { size }: TarHeader): Promise<Uint8Array> {
  if (size > LONGEST_FACTS) throw damaged()
  const body = await input.take(size)
  if (body.byteLength < size) throw cutOff()
  await input.skip(padding(size))
  return body
}

async function copy(
  input: Pull,
  size: number,
  sink: ByteSink | null,
  signal: AbortSignal | undefined,
): Promise<void> {
  let done = 0
  try {
    while (done < size) {
      throwIfAborted(signal)
      const part = await input.some(size - done)
      if (part.byteLength === 0) throw cutOff()
      await sink?.write(done, part)
      done += part.byteLength
    }
  } catch (error) {
    await sink?.abandon()
    throw error
  }
  await sink?.close()
  await input.skip(padding(size))
}

const padding = (size: number): number => (BLOCK - (size % BLOCK)) % BLOCK

/** Bytes of a stream in the lengths that are asked for. */
class Pull {
  #held = new Uint8Array()

  constructor(private readonly reader: ReadableStreamDefaultReader<Uint8Array>) {}

  /** At least one byte and at most `most`; none at the end. */
  async some(most: number): Promise<Uint8Array> {
    while (this.#held.byteLength === 0) {
      const { done, value } = await this.reader.read()
      if (done) return new Uint8Array()
      this.#held = value as Uint8Array<ArrayBuffer>
    }
    const part = this.#held.subarray(0, most)
    this.#held = this.#held.subarray(part.byteLength)
    return part
  }

  /** So many bytes, fewer at the end. */
  async take(length: number): Promise<Uint8Array> {
    const out = new Uint8Array(length)
    let done = 0
    while (done < length) {
      const part = await this.some(length - done)
      if (part.byteLength === 0) return out.subarray(0, done)
      out.set(part, done)
      done += part.byteLength
    }
    return out
  }

  /** The padding behind the last file may be missing. */
  async skip(length: number): Promise<void> {
    await this.take(length)
  }

  cancel(): Promise<void> {
    return this.reader.cancel().catch(() => undefined /* it has failed already */)
  }
}

const damaged = () =>
  new AppError(
    'read_failed',
    'this is no tar, or one that is damaged: the checksum of a header is not that of its bytes; get it anew',
  )

const cutOff = () =>
  new AppError('read_failed', 'the tar ends in the middle of a file: it is cut off, get it anew')
