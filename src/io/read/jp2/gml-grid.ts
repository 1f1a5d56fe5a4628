import { loadCrs } from '../../../raster/grid/crs.ts'
import { UNKNOWN_CRS, type Affine, type Grid } from '../../../raster/grid/grid.ts'

/** As GML writes an EPSG code: URN, address or plain. */
const EPSG =
  /^(?:urn:(?:ogc|x-ogc):def:crs:EPSG:[^:]*:|https?:\/\/www\.opengis\.net\/(?:def\/crs\/EPSG\/[^/]+\/|gml\/srs\/epsg\.xml#)|EPSG:)(\d{4,6})$/i

interface Found {
  pos: string | null
  readonly vectors: string[]
  srsName: string | null
}

/** Where pixels lie after a RectifiedGrid of GMLJP2 (OGC 05-047r3, 08-085r5); null where the text holds none. */
export async function readGmlGrid(
  xml: string,
  size: { readonly width: number; readonly height: number },
): Promise<Grid | null> {
  const found = await findGrid(xml)
  const origin = pair(found?.pos)
  const [along, down] = [pair(found?.vectors[0]), pair(found?.vectors[1])]
  if (!found || !origin || !along || !down) return null
  // Many EPSG codes count northings or latitudes first. The step from column to column tells: it goes east.
  const isNorthFirst = Math.abs(along[0]) < Math.abs(along[1])
  const [x, y] = isNorthFirst ? [1, 0] : ([0, 1] as const)
  const [a, b, d, e] = [along[x], down[x], along[y], down[y]] as [number, number, number, number]
  if (a * e - b * d === 0) return null
  // The origin is the centre of the first pixel.
  const transform: Affine = [a, b, origin[x]! - (a + b) / 2, d, e, origin[y]! - (d + e) / 2]
  const code = EPSG.exec(found.srsName ?? '')?.[1]
  return { ...size, crs: code === undefined ? UNKNOWN_CRS : await loadCrs(Number(code)), transform }
}

/** The first grid of the text. Texts that are not well-formed hold none. */
async function findGrid(xml: string): Promise<Found | null> {
  const { SaxesParser } = await import('saxes')
  const parser = new SaxesParser()
  const path: string[] = []
  let found: Found | null = null
  let done = false
  let text = ''
  parser.on('opentag', ({ name, attributes }) => {
    const local = localName(name)
    path.push(local)
    text = ''
    if (local === 'RectifiedGrid' && !done) found ??= { pos: null, vectors: [], srsName: null }
    const srsName = attributes['srsName']
    if (found && !done && typeof srsName === 'string') found.srsName ??= srsName.trim()
  })
  parser.on('text', (part) => (text += part))
  parser.on('closetag', () => {
    const local = path.pop()
    if (!found || done) return
    if ((local === 'pos' || local === 'coordinates') && path.includes('origin')) found.pos ??= text
    if (local === 'offsetVector') found.vectors.push(text)
    if (local === 'RectifiedGrid') done = true
  })
  try {
    // The length of a box may count a zero after the text.
    parser.write(xml.replace(/\0+$/, '').trim()).close()
  } catch {
    return null
  }
  return found
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

function pair(text: string | null | undefined): readonly [number, number] | null {
  const numbers = (text ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  const [first, second] = numbers
  if (first === undefined || second === undefined) return null
  return Number.isFinite(first) && Number.isFinite(second) ? [first, second] : null
}
