import { isAbort, throwIfAborted } from '../../../lib/abort.ts'
import { AppError, isAppError } from '../../../lib/errors.ts'
import type { ByteSink, ByteSource } from '../../types.ts'

/** A file inside a zip: what the list at its end says of it, and the way to its bytes. All text is untrusted. */
export interface ZipMember {
  readonly path: string
  /** Bytes once unpacked, as the list says; `extract` holds the member to it. */
  readonly size: number
  readonly packedSize: number
  readonly isEncrypted: boolean
  /** True for a link to another path: its bytes are that path. */
  readonly isLink: boolean
  /** Number of the compression method: 0 stored, 8 deflated. */
  readonly method: number
  /**
   * Writes the bytes and closes the sink once size and checksum are right; else nothing is left of it.
   * Throws read_failed, what the sink throws, AbortError.
   */
  extract(
    sink: ByteSink,
    options?: { readonly signal?: AbortSignal | undefined; readonly progress?: (bytes: number) => void },
  ): Promise<void>
}

/** Beyond this the list alone fills the memory of a page; a full granule of Sentinel-2 has 150. */
const MOST_MEMBERS = 20_000

/**
 * The files of a zip, folders left out, read by ranges: the list at its end now, the bytes of a member when it is extracted.
 * Throws unsupported_file for what is no zip or has too many members, read_failed for one that is cut off.
 */
export async function openZip(bytes: ByteSource, signal?: AbortSignal): Promise<readonly ZipMember[]> {
  // Fetched with the first zip. This entry of the library brings no worker of its own and no WebAssembly.
  const { Reader, ZipReader } = await import('@zip.js/zip.js/lib/zip-core-custom.js')
  class Ranges extends Reader<ByteSource> {
    override size = bytes.size
    override readUint8Array(index: number, length: number) {
      return bytes.read(index, length, signal)
    }
  }
  const reader = new ZipReader(new Ranges(bytes), {
    useWebWorkers: false,
    useCompressionStream: true,
    checkCrc32: true,
    checkOverlappingEntry: true,
    // Names are judged one by one, so that a bad one does not cost the others.
    filenameValidation: 'tolerant',
  })
  const members: ZipMember[] = []
  try {
    for await (const entry of reader.getEntriesGenerator()) {
      throwIfAborted(signal)
      if (members.length >= MOST_MEMBERS) {
        throw new AppError(
          'unsupported_file',
          `the zip lists more than ${MOST_MEMBERS} files; unpack it and drop the folder that is needed`,
        )
      }
      if (entry.directory) continue
      members.push({
        path: entry.filename,
        size: entry.uncompressedSize,
        packedSize: entry.compressedSize,
        isEncrypted: entry.encrypted,
        isLink: entry.symlink,
        method: entry.compressionMethod,
        extract: (sink, options = {}) =>
          writeInto(sink, options, (writable) =>
            entry.getData(writable, options.signal ? { signal: options.signal } : {}),
          ),
      })
    }
  } catch (error) {
    throw listError(error)
  }
  return members
}

async function writeInto(
  sink: ByteSink,
  options: { readonly signal?: AbortSignal | undefined; readonly progress?: (bytes: number) => void },
  unpack: (writable: WritableStream<Uint8Array>) => Promise<unknown>,
): Promise<void> {
  let written = 0
  let failure: unknown = null
  const writable = new WritableStream<Uint8Array>({
    async write(chunk) {
      try {
        throwIfAborted(options.signal)
        await sink.write(written, chunk)
      } catch (error) {
        // The library tells of a failed sink in words of its own.
        failure = error
        throw error
      }
      written += chunk.byteLength
      options.progress?.(written)
    },
  })
  try {
    await unpack(writable)
    throwIfAborted(options.signal)
  } catch (error) {
    await sink.abandon()
    throw memberError(failure ?? error)
  }
  await sink.close()
}

const OTHER_SIZE =
  'it does not unpack to the size that the zip says: the zip is damaged, or made to fill the disk; get it anew'
const DAMAGED = 'its checksum does not match its bytes: the zip is damaged, get it anew'

function memberError(error: unknown): unknown {
  if (isAbort(error) || isAppError(error)) return error
  const text = error instanceof Error ? error.message : ''
  const message = /overlap/i.test(text)
    ? 'it shares its bytes with another file of the zip, which no honest zip does'
    : /uncompressed size/i.test(text)
      ? OTHER_SIZE
      : /bounds|header/i.test(text)
        ? 'its bytes are not where the zip says; the zip is cut off or damaged, get it anew'
        : DAMAGED
  return new AppError('read_failed', message, {}, { cause: error })
}

function listError(error: unknown): unknown {
  if (isAbort(error) || isAppError(error)) return error
  const text = error instanceof Error ? error.message : ''
  if (/split/i.test(text)) {
    return new AppError(
      'unsupported_file',
      'this is one part of a zip in several parts; join and unpack them, and drop the folder',
    )
  }
  return new AppError(
    'read_failed',
    'the list of files at the end of the zip cannot be read: it is cut off, damaged or no zip; get it anew',
    {},
    { cause: error },
  )
}
