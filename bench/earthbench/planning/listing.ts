import type { PlanningTask } from './tasks.ts'

const LISTING = 'get_filelist'

/** The data of a task as an agent finds them: the folder that it is told of, and the names of its files. */
export interface Listing {
  readonly folder: string
  readonly files: readonly string[]
}

/** What the first recorded listing gave. Where there is none, the files of the data folder that the calls name. */
export function listingOf({ trajectory }: PlanningTask): Listing {
  const listing = trajectory.find(({ tool }) => tool === LISTING)
  const folder = listing?.args['dir_path']
  const files = namesIn(listing?.output)
  return {
    folder: typeof folder === 'string' ? folder : '',
    files: files.length > 0 ? files : [...new Set(trajectory.flatMap(({ args }) => dataFiles(args)))],
  }
}

/** Listings are recorded as lists, and now and then as the text of one. */
function namesIn(output: unknown): string[] {
  if (Array.isArray(output)) return output.map(String)
  if (typeof output !== 'string') return []
  return output
    .split(/[,\n[\]'"]+/)
    .map((name) => name.trim())
    .filter((name) => /\.\w+$/.test(name))
}

/** Files of the data folder, not those that earlier calls made. */
function dataFiles(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(dataFiles)
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(dataFiles)
  if (typeof value !== 'string' || !/(?:^|\/)data\/.*\.\w+$/.test(value)) return []
  return [value.slice(value.lastIndexOf('/') + 1)]
}
