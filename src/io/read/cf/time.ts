import { AppError } from '../../../lib/errors.ts'

const SECONDS: readonly (readonly [RegExp, number])[] = [
  [/^(s|secs?|seconds?)$/, 1],
  [/^(min|mins|minutes?)$/, 60],
  [/^(h|hr|hrs|hours?)$/, 3600],
  [/^(d|days?)$/, 86400],
]
const UNITS =
  /^\s*([a-z]+)\s+since\s+(\d{1,4})-(\d{1,2})-(\d{1,2})(?:[T\s]\s*(\d{1,2})(?::(\d{1,2})(?::(\d{1,2}(?:\.\d+)?))?)?)?\s*(z|utc|gmt|[+-]\d{1,2}(?::?\d{2})?)?\s*$/i
const REAL = new Set(['standard', 'gregorian', 'proleptic_gregorian'])
/** Days from 1 January 1970 to 15 October 1582, the first day of the Gregorian calendar. */
const GREGORIAN_FROM = -141427
/** Times are rarely exact: 0.9999999 days after midnight is the next day. */
const ROUNDING_SECONDS = 0.5

/** Dates (yyyy-mm-dd) of time coordinates (CF 1.11, §4.4). Throws unsupported_file by name for other calendars and units. */
export function datesOf(values: readonly number[], units: string, calendar: string | null): string[] {
  const kind = (calendar ?? 'standard').trim().toLowerCase()
  if (!REAL.has(kind)) {
    throw new AppError(
      'unsupported_file',
      `the times of the file are of the calendar ${shown(kind)}, whose dates are not those of real days; ` +
        'convert them first, for example with cdo setcalendar,standard IN.nc OUT.nc',
    )
  }
  const match = UNITS.exec(units)
  const unit = SECONDS.find(([name]) => name.test((match?.[1] ?? '').toLowerCase()))?.[1]
  if (!match || unit === undefined) {
    throw new AppError(
      'unsupported_file',
      `the times of the file are given as "${shown(units)}"; seconds, minutes, hours or days since a date are read`,
    )
  }
  const [year, month, day, hour = 0, minute = 0, second = 0] = match
    .slice(2, 8)
    .map((part: string | undefined) => Number(part ?? 0))
  const start = dayNumber(year!, month!, day!, kind !== 'proleptic_gregorian')
  const since = start * 86400 + hour * 3600 + minute * 60 + second - zoneSeconds(match[8])
  return values.map((value) => {
    const days = Math.floor((since + value * unit + ROUNDING_SECONDS) / 86400)
    if (!Number.isFinite(days) || days < GREGORIAN_FROM || days > 2932896) {
      throw new AppError(
        'unsupported_file',
        `a time of the file, ${value} ${shown(units)}, is not a date between 1582 and 9999`,
      )
    }
    return new Date(days * 86400000).toISOString().slice(0, 10)
  })
}

/** Days since 1 January 1970; dates before 15 October 1582 are Julian where the calendar is mixed. */
function dayNumber(year: number, month: number, day: number, isMixed: boolean): number {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  const gregorian = date.getTime() / 86400000
  if (!isMixed || gregorian >= GREGORIAN_FROM) return gregorian
  const shift = Math.floor((14 - month) / 12)
  const [y, m] = [year + 4800 - shift, month + 12 * shift - 3]
  const julianDay = day + Math.floor((153 * m + 2) / 5) + 365 * y + Math.floor(y / 4) - 32083
  return julianDay - 2440588
}

function zoneSeconds(zone: string | undefined): number {
  const [, sign, hours, minutes] = /^([+-])(\d{1,2}):?(\d{2})?$/.exec(zone ?? '') ?? []
  if (sign === undefined) return 0
  return (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes ?? 0) * 60)
}

const shown = (text: string) => text.replace(/[^\w .:+-]/g, ' ').slice(0, 60)
