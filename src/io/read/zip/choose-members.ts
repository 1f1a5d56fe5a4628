import type { ZipMember } from './open-zip.ts'

/** Which files of a zip are unpacked; the rest is told. */
export interface Choice {
  /** With the name under which each is given on: a folder of the zip's name around what lies in no folder. */
  readonly wanted: readonly { readonly name: string; readonly member: ZipMember }[]
  readonly refused: readonly { readonly name: string; readonly message: string }[]
  /** How many files are of no use here. */
  readonly left: number
}

/**
 * Deflate packs at most 1,032 to 1, and only emptiness comes near it. A raster of a constant does too, so small ones pass:
 * what is refused would also take long to unpack.
 */
const MOST_GROWTH = 250
const SMALL_BYTES = 64 << 20
/** Names of methods that other programs write. */
const METHODS: Readonly<Record<number, string>> = {
  9: 'Deflate64',
  12: 'bzip2',
  14: 'LZMA',
  93: 'Zstandard',
  95: 'XZ',
}

/** The members to unpack out of a zip of a name; `isUseful` says by its path whether a file is one that is read here. */
export function chooseMembers(
  zipName: string,
  members: readonly ZipMember[],
  isUseful: (path: string) => boolean,
): Choice {
  const wanted: Choice['wanted'][number][] = []
  const refused: Choice['refused'][number][] = []
  const taken = new Set<string>()
  let left = 0
  for (const member of members) {
    const path = member.path.replaceAll('\\', '/')
    const parts = path.split('/')
    const isLitter = parts.some((part) => part === '__MACOSX' || (part.startsWith('.') && part !== '..'))
    if (isLitter || member.isLink || !isUseful(path)) {
      // What a system writes beside the files is not worth a word.
      if (!isLitter) left++
      continue
    }
    const name = parts.length > 1 ? path : `${stemOf(zipName)}/${path}`
    const message = taken.has(path)
      ? 'the zip holds two files of this name; the first was taken'
      : faultOf(member, parts)
    taken.add(path)
    if (message === null) wanted.push({ name, member })
    else refused.push({ name: path, message })
  }
  return { wanted, refused, left }
}

function faultOf(
  { isEncrypted, method, size, packedSize }: ZipMember,
  parts: readonly string[],
): string | null {
  if (parts.includes('..') || parts[0] === '' || /^[a-z]:$/i.test(parts[0]!)) {
    return 'its name leads out of the zip, as in an attack on who unpacks it; it was not unpacked'
  }
  if (isEncrypted) return 'it is locked with a password; unpack the zip with its password and drop the files'
  if (method !== 0 && method !== 8) {
    const name = METHODS[method] ?? `method ${method}`
    return `it is packed with ${name}, which is not read here (stored and Deflate are); unpack the zip and drop the files`
  }
  if (size > SMALL_BYTES && size > MOST_GROWTH * packedSize) {
    const times = Math.round(size / Math.max(1, packedSize))
    return `it would grow ${times} times its size when unpacked, as files do that are made to fill a disk; if you trust it, unpack it and drop the file`
  }
  return null
}

const stemOf = (zipName: string): string =>
  zipName
    .split('/')
    .at(-1)!
    .replace(/\.zip$/i, '')
