/** A file of the data by what its name tells. */
export interface DataFile {
  /** Without folders. */
  readonly name: string
  /** Words and numbers of its name but for date and time, in lower case: place, product, band. */
  readonly parts: readonly string[]
  /** As written, down to what is given: '2022', '2022-06-15'; '' without one. */
  readonly date: string
}

const DATE = /(?:19|20)\d\d(?:[-_.]?\d\d){0,2}/
const DATE_AND_TIME = /(?:19|20)\d\d(?:[-_.]?\d\d){0,2}(?:[-_t]?\d{4})?/g

export const baseName = (path: string) =>
  path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)

export function dataFile(path: string): DataFile {
  const name = baseName(path)
  const bare = name.toLowerCase().replace(/\.(?:tiff?|enp|tfw|xml|aux)\b/g, '')
  return {
    name,
    parts: bare.replace(DATE_AND_TIME, ' ').match(/[\p{L}\p{N}]+/gu) ?? [],
    date: DATE.exec(bare)?.[0] ?? '',
  }
}

/** The files whose names have most in common with these past ones: all of one kind (place, product and band). */
export function filesLike(past: readonly DataFile[], files: readonly DataFile[]): readonly DataFile[] {
  const wanted = new Set(past.flatMap(({ parts }) => parts))
  const score = ({ parts }: DataFile) => {
    const common = parts.filter((part) => wanted.has(part)).length
    return common / Math.max(1, new Set([...parts, ...wanted]).size)
  }
  const top = files.reduce((best, file) => Math.max(best, score(file)), 0)
  return files.filter((file) => score(file) === top)
}

/** The part of the files that is meant by call `at` of `calls` to one tool: a place, a year, a date, or the same number of files each. */
export function portion<T>(
  files: readonly T[],
  read: (file: T) => DataFile,
  at: number,
  calls: number,
): readonly T[] {
  if (calls < 2 || files.length < calls) return files
  const keys = [
    ({ parts }: DataFile) => parts[0] ?? '',
    ({ parts }: DataFile) => parts.at(-1) ?? '',
    ({ date }: DataFile) => date.slice(0, 4),
    ({ date }: DataFile) => date.slice(0, 7),
    ({ date }: DataFile) => date,
  ]
  for (const key of keys) {
    const names = [...new Set(files.map((file) => key(read(file))))]
    if (names.length === calls) return files.filter((file) => key(read(file)) === names[at])
  }
  const size = Math.ceil(files.length / calls)
  return files.slice(at * size, (at + 1) * size)
}
