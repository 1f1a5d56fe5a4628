import { AppError } from '../../../lib/errors.ts'
import type { ByteSource } from '../../types.ts'
import { readXml, type XmlElement } from '../xml.ts'
import { openZip } from '../zip/open-zip.ts'
import { cleanFeatures, type FileFeatures, type GivenFeature } from './clean-features.ts'

/**
 * Placemarks of a KML text (OGC 12-007r2): points, lines and polygons in longitude and latitude, one feature for each part of a
 * MultiGeometry, with their extended data and time. Names, descriptions, styles and links are not read: a description may
 * hold markup. Throws unsupported_file, limit_reached, read_failed.
 */
export async function readKml(text: string): Promise<FileFeatures> {
  const root = await readXml(text)
  if (root.name !== 'kml') throw faulty('its first element is not kml')
  const given = placemarks(root).flatMap((placemark) => {
    const properties = propertiesOf(placemark)
    return placemark.children.flatMap(geometries).map((geometry): GivenFeature => ({ geometry, properties }))
  })
  return cleanFeatures(given, 'KML file')
}

/** The KML text of a KMZ: the first one in its zip, as the standard has it. Throws unsupported_file, read_failed. */
export async function kmlOfKmz(bytes: ByteSource, signal: AbortSignal | undefined): Promise<string> {
  const members = await openZip(bytes, signal)
  const member = members.find(({ path }) => /\.kml$/i.test(path))
  if (!member) throw faulty('the KMZ holds no KML')
  if (member.size > LARGEST)
    throw faulty(`its KML has more than ${LARGEST / 1024 / 1024} MB; give a part of it`)
  const content = new Uint8Array(member.size)
  const sink = {
    write: (offset: number, part: Uint8Array) => {
      content.set(part, offset)
      return Promise.resolve()
    },
    close: () => Promise.resolve(),
    abandon: () => Promise.resolve(),
  }
  await member.extract(sink, { signal })
  return new TextDecoder().decode(content)
}

const LARGEST = 64 * 1024 * 1024

const placemarks = (element: XmlElement): readonly XmlElement[] =>
  element.name === 'Placemark' ? [element] : element.children.flatMap(placemarks)

type Geometry = NonNullable<GivenFeature['geometry']>

function geometries(element: XmlElement): readonly Geometry[] {
  switch (element.name) {
    case 'MultiGeometry':
      return element.children.flatMap(geometries)
    case 'Point':
      return [{ type: 'Point', coordinates: places(element)[0] }]
    case 'LineString':
      return [{ type: 'LineString', coordinates: places(element) }]
    case 'LinearRing':
      return [{ type: 'Polygon', coordinates: [closed(places(element))] }]
    case 'Polygon': {
      const rings = ['outerBoundaryIs', 'innerBoundaryIs'].flatMap((name) =>
        element.children.filter((child) => child.name === name).flatMap(({ children }) => children),
      )
      return [{ type: 'Polygon', coordinates: rings.map((ring) => closed(places(ring))) }]
    }
    default:
      return []
  }
}

/** 'lon,lat,height lon,lat,height'; heights are left out. */
function places({ children }: XmlElement): readonly (readonly number[])[] {
  const text = children.find(({ name }) => name === 'coordinates')?.text ?? ''
  return text
    .split(/\s+/)
    .filter((tuple) => tuple !== '')
    .map((tuple) => tuple.split(',').slice(0, 2).map(Number))
}

/** Some writers leave out the corner that a ring ends with. */
function closed(ring: readonly (readonly number[])[]): readonly (readonly number[])[] {
  const [first] = ring
  const last = ring.at(-1)
  return first && last && (first[0] !== last[0] || first[1] !== last[1]) ? [...ring, first] : ring
}

function propertiesOf({ children }: XmlElement): Record<string, string> {
  const found: [string, string][] = []
  for (const { name, children: parts } of children) {
    if (name === 'TimeStamp' || name === 'TimeSpan') {
      const when = parts.find((part) => part.name === 'when' || part.name === 'begin')
      if (when) found.push(['time', when.text])
    } else if (name === 'ExtendedData') found.push(...parts.flatMap(extended))
  }
  return Object.fromEntries(found)
}

const extended = ({ name, attributes, children }: XmlElement): [string, string][] => {
  if (name === 'SchemaData')
    return children.map((data): [string, string] => [data.attributes['name'] ?? '', data.text])
  const value = children.find((child) => child.name === 'value')
  return name === 'Data' && value ? [[attributes['name'] ?? '', value.text]] : []
}

const faulty = (what: string) => new AppError('unsupported_file', `the KML file cannot be read: ${what}`)
