/** Between the id of a file and the name of a part; no id of a file holds it. */
const MARK = '#'

/** The id of one raster or document of a file. */
export const partId = (fileId: string, part: string | undefined): string =>
  part === undefined ? fileId : `${fileId}${MARK}${part}`

/** The id of the file that a raster or document is of. */
export const fileOf = (id: string): string => id.split(MARK)[0]!
