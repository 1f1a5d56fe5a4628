import { createHash } from 'node:crypto'
import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

/** In the form that sha256sum and shasum check too: "HASH  PATH", a line a file. */
export const SUMS = 'SHA256SUMS'

/** Writes the hash of every file below a folder into it, and gives how many there are. */
export function writeSums(folder: string): number {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== SUMS)
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort()
  writeFileSync(join(folder, SUMS), paths.map((path) => `${sumOf(join(folder, path))}  ${path}\n`).join(''))
  return paths.length
}

/** Files that are missing or differ from their hash. */
export function wrongFiles(folder: string): readonly { readonly path: string; readonly why: string }[] {
  const lines = readFileSync(join(folder, SUMS), 'utf8').split('\n').filter(Boolean)
  return lines.flatMap((line) => {
    const [sum, path] = [line.slice(0, 64), line.slice(66)]
    if (!existsSync(join(folder, path))) return [{ path, why: 'is missing' }]
    return sumOf(join(folder, path)) === sum ? [] : [{ path, why: 'is not as it was made' }]
  })
}

/** Piece by piece: a file of a model may be larger than Node reads at once. */
function sumOf(file: string): string {
  const hash = createHash('sha256')
  const piece = Buffer.allocUnsafe(4 << 20)
  const descriptor = openSync(file, 'r')
  try {
    for (let count = 1; count > 0;) {
      count = readSync(descriptor, piece)
      hash.update(piece.subarray(0, count))
    }
  } finally {
    closeSync(descriptor)
  }
  return hash.digest('hex')
}
