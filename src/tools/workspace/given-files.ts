import type { ByteSource } from '../../io/types.ts'
import type { NeighbourFile } from '../../io/read/format.ts'

/** A dropped file. */
export interface GivenFile {
  readonly id: string
  /** With the folders that it was given in. Foreign. */
  readonly name: string
  readonly bytes: ByteSource
}

/** Files that name others they cannot do without: opened before these, so that they take what is theirs. */
const LEADING = /\.(vrt|hdr|shp)$/i

/** Those that take others along first, else in the order given. */
export const leadersFirst = (files: readonly GivenFile[]): readonly GivenFile[] => [
  ...files.filter(({ name }) => LEADING.test(name)),
  ...files.filter(({ name }) => !LEADING.test(name)),
]

/** Finds what was given along with the file of a name, by a path relative to its folder. */
export type Neighbours = (name: string, path: string) => NeighbourFile | undefined

export function neighboursAmong(files: readonly GivenFile[]): Neighbours {
  const byPath = new Map(files.map((file) => [plainPath(file.name), file]))
  return (name, path) => {
    const found = byPath.get(plainPath(`${folderOf(name)}${path}`))
    return found && { id: found.id, bytes: found.bytes }
  }
}

const folderOf = (name: string): string => /^(.*[/\\])?/.exec(name)?.[1] ?? ''

/** Lower case, with '.' and '..' taken out; what leads out of all folders finds nothing. */
function plainPath(path: string): string {
  const parts: string[] = []
  for (const part of path.toLowerCase().split(/[/\\]/)) {
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop()
    else if (part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/')
}
