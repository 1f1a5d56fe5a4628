export type Corner = readonly [x: number, y: number]

/**
 * Corners as a person types them, one a line, their two numbers apart by a comma, a semicolon or a blank: two are the
 * opposite corners of a rectangle, more are a polygon. Null where a line holds no two numbers, or there is but one line.
 */
export function typedCorners(text: string): readonly Corner[] | null {
  const lines = text
    .split(/\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const corners = lines.map((line): Corner | null => {
    const numbers = line
      .replaceAll('−', '-')
      .split(/[\s,;]+/)
      .filter((part) => part !== '')
      .map(Number)
    const [x = NaN, y = NaN] = numbers
    return numbers.length === 2 && Number.isFinite(x) && Number.isFinite(y) ? [x, y] : null
  })
  if (corners.length < 2 || corners.some((corner) => corner === null)) return null
  const given = corners as readonly Corner[]
  if (given.length > 2) return given
  const [[x1, y1], [x2, y2]] = given as readonly [Corner, Corner]
  return x1 === x2 || y1 === y2
    ? null
    : [
        [x1, y1],
        [x2, y1],
        [x2, y2],
        [x1, y2],
      ]
}

export const isLonLat = ([lon, lat]: Corner): boolean => Math.abs(lon) <= 180 && Math.abs(lat) <= 90

/** A name that a file system bears; the person's own words stay as far as it does. */
export function fileNameOf(name: string): string {
  const plain = name
    .normalize('NFC')
    // eslint-disable-next-line no-control-regex
    .replaceAll(/[\u0000-\u001f\u007f\u200b-\u200f\u202a-\u202e\u2066-\u2069/\\:*?"<>|]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 60)
  return `${plain === '' ? 'area' : plain}.geojson`
}

/** The name again. */
export const nameOfFile = (file: string): string => file.replace(/\.(geo)?json$/i, '')

/** The smallest number that no area has yet. */
export function freeNumber(names: readonly string[], words: (number: number) => string): number {
  for (let number = 1; ; number++) if (!names.includes(words(number))) return number
}
