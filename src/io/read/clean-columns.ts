/** What a column of foreign data becomes: a name of ours, a unit, and cells that are numbers, dates or codes of a list. */
export interface CleanColumn {
  readonly name: string
  readonly unit: 'deg' | 'MW' | 'K' | 'm' | '1' | 'date' | 'time' | 'text'
  readonly cells: readonly (number | string | null)[]
  /** The foreign name, for people alone. */
  readonly label: string
}

type Raw = string | number | boolean | null | undefined

interface Known {
  readonly name: string
  readonly unit: CleanColumn['unit']
  /** Codes that are kept where all cells are among them. */
  readonly codes?: readonly string[]
}

const CONFIDENCE = ['l', 'n', 'h', 'low', 'nominal', 'high']
const SATELLITES = [
  'N',
  'N20',
  'N21',
  '1',
  'T',
  'A',
  'Terra',
  'Aqua',
  'Suomi NPP',
  'NOAA-20',
  'NOAA-21',
  'L8',
  'L9',
]
const LATITUDE: Known = { name: 'latitude', unit: 'deg' }
const LONGITUDE: Known = { name: 'longitude', unit: 'deg' }
const ELEVATION: Known = { name: 'elevation', unit: 'm' }
const TIME: Known = { name: 'time', unit: 'time' }
const number = (name: string, unit: CleanColumn['unit'] = '1'): Known => ({ name, unit })

/**
 * Columns that are known by name: those of FIRMS (https://www.earthdata.nasa.gov/data/tools/firms/faq) and what places
 * and times are usually called.
 */
const KNOWN: Readonly<Record<string, Known>> = {
  latitude: LATITUDE, lat: LATITUDE, longitude: LONGITUDE, lon: LONGITUDE, lng: LONGITUDE, long: LONGITUDE,
  ele: ELEVATION, elevation: ELEVATION, altitude: ELEVATION,
  date: { name: 'date', unit: 'date' }, acq_date: { name: 'acq_date', unit: 'date' },
  time: TIME, datetime: TIME, timestamp: TIME, acq_time: number('acq_time'),
  frp: number('frp', 'MW'), brightness: number('brightness', 'K'), bright_ti4: number('bright_ti4', 'K'),
  bright_ti5: number('bright_ti5', 'K'), bright_t31: number('bright_t31', 'K'), scan: number('scan'), track: number('track'),
  confidence: { name: 'confidence', unit: '1', codes: CONFIDENCE },
  satellite: { name: 'satellite', unit: '1', codes: SATELLITES },
  instrument: { name: 'instrument', unit: '1', codes: ['VIIRS', 'MODIS', 'OLI'] },
  daynight: { name: 'daynight', unit: '1', codes: ['D', 'N'] },
  type: number('type'), id: number('id'), value: number('value'), count: number('count'), segment: number('segment'),
} // prettier-ignore

/**
 * The column as it may be used, null where it holds other text: numbers (with a decimal comma where `comma` says so), ISO
 * 8601 dates and times (times without a zone are UTC), or codes of a fixed list. `place` counts from 1. Empty cells and
 * NA, NaN, null are null.
 */
export function cleanColumn(
  label: string,
  cells: readonly Raw[],
  { place, comma = false }: { readonly place: number; readonly comma?: boolean },
): CleanColumn | null {
  const key = label
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
  const known = Object.hasOwn(KNOWN, key) ? KNOWN[key] : undefined
  const name = known?.name ?? `column_${place}`
  const texts = cells.map((cell) => (typeof cell === 'string' ? cell.trim() : cell))
  const isEmpty = (cell: Raw) =>
    cell === null || cell === undefined || (typeof cell === 'string' && EMPTY.test(cell))
  const filled = texts.filter((cell) => !isEmpty(cell))
  if (filled.length === 0) return null
  const made = (unit: CleanColumn['unit'], convert: (cell: Raw) => number | string): CleanColumn => ({
    name,
    unit,
    label,
    cells: texts.map((cell) => (isEmpty(cell) ? null : convert(cell))),
  })
  // Where points and commas both stand in a column, either may part thousands: 1,234 beside 1.5 is no 1.234.
  const marked = (mark: string) => filled.some((cell) => typeof cell === 'string' && cell.includes(mark))
  const isComma = comma && !(marked(',') && marked('.'))
  const asNumber = (cell: Raw) => numberOf(cell, isComma)
  if (known?.codes && filled.every((cell) => known.codes!.includes(String(cell)))) {
    return filled.every((cell) => Number.isFinite(asNumber(cell)))
      ? made('1', asNumber)
      : made('text', String)
  }
  if (filled.every((cell) => Number.isFinite(asNumber(cell)))) {
    const isNumeric = known && known.unit !== 'date' && known.unit !== 'time'
    return {
      ...made(isNumeric ? known.unit : '1', asNumber),
      name: known && !isNumeric ? `column_${place}` : name,
    }
  }
  const isDate = filled.every((cell) => typeof cell === 'string' && dateOf(cell) !== null)
  if (isDate)
    return { ...made('date', (cell) => dateOf(String(cell))!), name: isClock(known) ? known.name : name }
  const isTime = filled.every((cell) => typeof cell === 'string' && timeOf(cell) !== null)
  if (isTime)
    return { ...made('time', (cell) => timeOf(String(cell))!), name: isClock(known) ? 'time' : name }
  return null
}

const EMPTY = /^(?:|na|n\/a|nan|null|none|-)$/i

const isClock = (known: Known | undefined): known is Known => known?.unit === 'date' || known?.unit === 'time'

/** Plain decimal numbers alone: '0x10', '1_000' and '12 ha' are text. */
function numberOf(cell: Raw, comma: boolean): number {
  if (typeof cell === 'number') return cell
  if (typeof cell !== 'string') return NaN
  const text = comma ? cell.replace(/^([^.,]*),([^.,]*)$/, '$1.$2') : cell
  return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(text) ? Number(text) : NaN
}

/** yyyy-mm-dd of the calendar, null for other text. */
function dateOf(text: string): string | null {
  const match = /^(\d{4})[-/](\d{2})[-/](\d{2})$/.exec(text)
  if (!match) return null
  const iso = `${match[1]!}-${match[2]!}-${match[3]!}`
  const date = new Date(`${iso}T00:00:00Z`)
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== iso ? null : iso
}

/** ISO 8601 in UTC. */
function timeOf(text: string): string | null {
  const match =
    /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?)\s*(Z|[+-]\d{2}:?\d{2})?$/.exec(text)
  if (!match || dateOf(match[1]!) === null) return null
  const zone = match[3]?.replace(/^([+-]\d{2})(\d{2})$/, '$1:$2') ?? 'Z'
  const date = new Date(`${match[1]!}T${match[2]!}${zone}`)
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
}

/** Columns with names of their own: a second one of a name goes by its place. */
export function distinctColumns(
  columns: readonly CleanColumn[],
  places: readonly number[],
): readonly CleanColumn[] {
  const taken = new Set<string>()
  return columns.map((column, index) => {
    const name = taken.has(column.name) ? `column_${places[index]!}` : column.name
    taken.add(name)
    return name === column.name ? column : { ...column, name }
  })
}
