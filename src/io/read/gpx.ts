import { AppError } from '../../lib/errors.ts'

export interface GpxPoint {
  readonly longitude: number
  readonly latitude: number
  /** Metres, null where the file is silent. */
  readonly elevation: number | null
  /** ISO 8601 in UTC, null where the file is silent. */
  readonly time: string | null
  /** Counted from 1: places of one track segment or route belong together; 0 for waypoints. */
  readonly segment: number
}

const MOST_POINTS = 500_000
const POINTS: ReadonlySet<string> = new Set(['trkpt', 'rtept', 'wpt'])
/** A start that stays open matches as it is, so that it is refused at once and not looked for to the end of the file. */
const TAG =
  /<(?:!--[\s\S]*?-->|!\[CDATA\[[\s\S]*?\]\]>|\?[\s\S]*?\?>|[!?]|(\/?)([A-Za-z_][\w.:-]*)((?:[^<>"']|"[^"<]*"|'[^'<]*')*?)(\/?)>)/g

/**
 * Points of tracks, routes and waypoints of a GPX file (https://www.topografix.com/GPX/1/1/): place, elevation, time.
 * Names and other text are not read, entities not resolved; a document type declaration is refused.
 * Throws unsupported_file, limit_reached.
 */
export function readGpx(text: string): readonly GpxPoint[] {
  const points: GpxPoint[] = []
  const open: string[] = []
  let segment = 0
  let point: { longitude: number; latitude: number; elevation: number | null; time: string | null } | null =
    null
  let contentAt = 0
  let sawRoot = false
  for (const match of text.matchAll(TAG)) {
    const [whole, closing, qualified, attributes = '', selfClosing] = match
    if (whole === '<!') throw faulty('it has a document type declaration, which is not read for safety')
    if (whole === '<?') throw faulty('a processing instruction is never closed')
    if (qualified === undefined) continue
    const name = qualified.replace(/^.*:/, '')
    if (!sawRoot) {
      if (name !== 'gpx') throw faulty('its first element is not gpx')
      sawRoot = true
    }
    if (closing === '') {
      if (selfClosing !== '/') open.push(name)
      if (open.length > 64) throw faulty('its elements are nested more than 64 deep')
      if (name === 'trkseg' || name === 'rte') segment++
      if (POINTS.has(name)) {
        if (point) throw faulty('a point lies in another')
        point = { ...placeOf(attributes), elevation: null, time: null }
      }
      contentAt = match.index + whole.length
    } else {
      if (open.pop() !== name) throw faulty('its elements are not nested')
      const content = text.slice(contentAt, match.index).trim()
      // Extensions may hold elements of the same names.
      const isOwn = POINTS.has(open.at(-1) ?? '')
      if (point && isOwn && name === 'ele') point.elevation = elevationOf(content)
      if (point && isOwn && name === 'time') point.time = timeOf(content)
    }
    if (point && POINTS.has(name) && (closing === '/' || selfClosing === '/')) {
      if (points.length >= MOST_POINTS) {
        throw new AppError(
          'limit_reached',
          `the GPX file has more than ${MOST_POINTS} points; give a part of it`,
        )
      }
      points.push({ ...point, segment: name === 'wpt' ? 0 : segment })
      point = null
    }
  }
  if (!sawRoot || open.length > 0) throw faulty('it ends before its elements do')
  if (points.length === 0) throw faulty('it holds no point')
  return points
}

function placeOf(attributes: string): { readonly longitude: number; readonly latitude: number } {
  const value = (name: string) => {
    const found = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes)
    const digits = found?.[1] ?? found?.[2] ?? ''
    return /^\s*[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\s*$/.test(digits) ? Number(digits) : NaN
  }
  const [longitude, latitude] = [value('lon'), value('lat')]
  if (!(Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90)) {
    throw faulty('a point has no latitude and longitude in degrees')
  }
  return { longitude, latitude }
}

const elevationOf = (content: string): number | null =>
  /^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(content) ? Number(content) : null

function timeOf(content: string): string | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})?$/.test(content)) return null
  const date = new Date(/(?:Z|[+-]\d{2}:\d{2})$/.test(content) ? content : `${content}Z`)
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
}

const faulty = (what: string) => new AppError('unsupported_file', `the GPX file cannot be read: ${what}`)
