/** Control, bidirectional and zero-width characters: a name with them could pose as other text on the screen. */
// eslint-disable-next-line no-control-regex -- those are the characters to strip
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g

const LONGEST_TITLE = 80

/** Last part of a path, without the characters that cannot be seen. */
export function baseName(path: string): string {
  return path.split(/[/\\]/).at(-1)!.replace(UNSEEN, '')
}

/** A name for people: base name without extension, cut to 80 characters. */
export function titleOfFile(path: string): string {
  const stem = baseName(path).replace(/\.[a-z0-9]{1,5}$/i, '')
  return stem.length > LONGEST_TITLE ? stem.slice(0, LONGEST_TITLE - 1) + '…' : stem || 'unnamed file'
}

/** Lower-case runs of letters and digits of a base name: 'olinda_dem.tif' gives olinda, dem, tif. */
export function nameTokens(path: string): readonly string[] {
  return (
    baseName(path)
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? []
  )
}

/** yyyy-mm-dd of eight digits, null where they are no date between 1972 (the first Landsat) and 2100. */
export function dateFromDigits(digits: string): string | null {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(digits) ?? []
  if (year === undefined || Number(year) < 1972 || Number(year) > 2100) return null
  const text = `${year}-${month}-${day}`
  const time = Date.parse(text + 'T00:00:00Z')
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text) ? text : null
}

/** yyyy-mm-dd of a year and a day of the year in seven digits (2020366), null where there is no such day. */
export function dateFromDayOfYear(digits: string): string | null {
  const [, year, day] = /^(\d{4})(\d{3})$/.exec(digits) ?? []
  if (year === undefined || Number(day) < 1) return null
  const text = new Date(Date.UTC(Number(year), 0, Number(day))).toISOString().slice(0, 10)
  return text.startsWith(year) ? dateFromDigits(text.replaceAll('-', '')) : null
}

/** Days of the year as NASA writes them: A2020001, doy2020001, and after the tile in names of HLS. */
const DAYS_OF_YEAR = /(?:(?:^|[._])A|doy|HLS\.[LS]30\.T\w{5}\.)(\d{7})(?!\d)/gi

/** The one date that stands in a file name (2019-08-09, 20190809, A2019221), null where there is none or more than one. */
export function dateInName(path: string): string | null {
  const runs = baseName(path).matchAll(/(?<!\d)(\d{4})([-_.]?)(\d{2})\2(\d{2})(?!\d)/g)
  const dates = new Set([...runs].flatMap(([, y, , m, d]) => dateFromDigits(`${y}${m}${d}`) ?? []))
  for (const [, digits] of baseName(path).matchAll(DAYS_OF_YEAR)) {
    const date = dateFromDayOfYear(digits!)
    if (date !== null) dates.add(date)
  }
  return dates.size === 1 ? [...dates][0]! : null
}
