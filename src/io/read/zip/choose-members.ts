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
    const path = memberPath(member.path)
    if (isLitter(path) || member.isLink || !isUseful(path)) {
      // What a system writes beside the files is not worth a word.
      if (!isLitter(path)) left++
      continue
    }
    const name = givenName(zipName, path)
    const message = taken.has(path) ? TWICE : (pathFault(path) ?? faultOf(member))
    taken.add(path)
    if (message === null) wanted.push({ name, member })
    else refused.push({ name: path, message })
  }
  return { wanted, refused, left }
}

function faultOf({ isEncrypted, method, size, packedSize }: ZipMember): string | null {
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

export const TWICE = 'the archive holds two files of this name; the first was taken'

/** The path of a member with the slashes of all systems alike. */
export const memberPath = (path: string): string => path.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '')

export const isLitter = (path: string): boolean =>
  path.split('/').some((part) => part === '__MACOSX' || (part.startsWith('.') && part !== '..'))

/** Why nothing is written for a path, in words; null for an honest one. */
export function pathFault(path: string): string | null {
  const parts = path.split('/')
  return parts.includes('..') || parts[0] === '' || /^[a-z]:$/i.test(parts[0]!)
    ? 'its name leads out of the archive, as in an attack on who unpacks it; it was not unpacked'
    : null
}

/** The name under which a member is given on: a folder of the archive's name around what lies in no folder. */
export const givenName = (archiveName: string, path: string): string =>
  path.includes('/') ? path : `${stemOf(archiveName)}/${path}`

const stemOf = (archiveName: string): string =>
  archiveName
    .split('/')
    .at(-1)!
    .replace(/\.(zip|tgz|tar\.gz|tar|gz)$/i, '')
