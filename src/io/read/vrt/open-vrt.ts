import { AppError } from '../../../lib/errors.ts'
import { loadCrs } from '../../../raster/grid/crs.ts'
import { UNKNOWN_CRS, type Crs, type Grid } from '../../../raster/grid/grid.ts'
import type { FileBand, RasterHeader } from '../../types.ts'
import { bandSource } from '../band-source.ts'
import { fingerprintOf } from '../fingerprint.ts'
import type { FormatInput, RasterFile } from '../format.ts'
import { codeOfWkt } from '../wkt-code.ts'
import { readXml } from '../xml.ts'
import { isVrt } from './is-vrt.ts'
import { closeMembers, openMembers, type Member, type OpenMember } from './members.ts'
import { mosaicImage } from './mosaic-image.ts'
import { memberBands } from './member-bands.ts'
import { readVrt, type VrtDocument } from './vrt-document.ts'
import { unsupported } from './vrt-error.ts'

const HEAD_BYTES = 512
/** A mosaic of ten thousand members with three bands. */
const LARGEST = 32 * 2 ** 20
const DEEPEST = 3

/**
 * Opens a virtual raster of GDAL with the members beside it. Throws unsupported_file, read_failed, limit_reached, also
 * for what is the matter with a member.
 */
export const openVrt = (input: FormatInput, openOther: OpenMember): Promise<readonly RasterFile[]> =>
  openWithin(input, openOther, [])

/** `around` are the virtual rasters that this one is a member of. */
async function openWithin(
  input: FormatInput,
  openOther: OpenMember,
  around: readonly string[],
): Promise<readonly RasterFile[]> {
  const { bytes, name, signal } = input
  const own = plainPath(name)
  if (around.includes(own))
    throw unsupported('is made of itself; build it again without naming it as a member')
  if (around.length >= DEEPEST)
    throw unsupported(
      `lies within ${DEEPEST} others; build one from the files at the bottom, with gdalbuildvrt`,
    )
  if (bytes.size > LARGEST)
    throw new AppError('limit_reached', `a VRT of more than ${LARGEST / 2 ** 20} MB is not read; part it`)
  const document = readVrt(await readXml(new TextDecoder().decode(await bytes.read(0, bytes.size, signal))))
  const grid = await gridOf(document)
  const paths = document.bands.flatMap(({ sources }) => sources.map(({ path }) => path))
  const members = await openMembers(paths, input, async (member) => {
    const head = await member.bytes.read(0, HEAD_BYTES, signal)
    return isVrt(head, member.name) ? openWithin(member, openOther, [...around, own]) : openOther(member)
  })
  try {
    return [await mosaicOf({ document, grid, members, input })]
  } catch (error) {
    await closeMembers(members)
    throw error
  }
}

async function mosaicOf(of: {
  readonly document: VrtDocument
  readonly grid: Grid
  readonly members: ReadonlyMap<string, Member>
  readonly input: FormatInput
}): Promise<RasterFile> {
  const { document, grid, members, input } = of
  const { width, height } = document
  const bands = memberBands(document, members)
  const images = bands.map(({ band, sources }) =>
    mosaicImage({ width, height, sampleType: band.sampleType, sources }),
  )
  const header: RasterHeader = {
    fileName: input.name,
    size: [...members.values()].reduce((sum, { raster }) => sum + raster.header.size, input.bytes.size),
    grid,
    bands: bands.map(({ band, index }): FileBand => {
      const { sampleType, nodata, scale, offset, description } = band
      return { index, sampleType, nodata, scale, offset, description }
    }),
    blockSize: images[0]!.layout.block,
    overviews: [],
    hasInternalMask: false,
    alpha: null,
    metadata: document.metadata,
    fingerprint: await fingerprintWith(input, members),
  }
  return {
    header,
    companions: [...members.values()].flatMap(({ id, raster }) => [id, ...(raster.companions ?? [])]),
    source(bandIndex, scaling) {
      const image = images[bands.findIndex(({ index }) => index === bandIndex)]
      if (!image) {
        throw new AppError(
          'band_missing',
          `band ${bandIndex} was asked for; the file has bands ${bands.map(({ index }) => index).join(', ')}`,
        )
      }
      // The number that stands where no source lies is beyond every type; of int32 it is the lowest.
      const valid = scaling.valid ?? ([1 - 2 ** 31, 2 ** 31 - 1] as const)
      const isInteger = image.layout.sampleType === 'int32'
      return bandSource({
        grid,
        levels: [{ image, mask: null, alpha: null }],
        bandIndex: 0,
        scaling: isInteger ? { ...scaling, valid } : scaling,
      })
    },
    async close() {
      for (const image of images) image.release()
      await closeMembers(members)
      await input.bytes.close?.()
    },
  }
}

async function gridOf({ width, height, geoTransform, srs }: VrtDocument): Promise<Grid> {
  if (!geoTransform) return { width, height, crs: UNKNOWN_CRS, transform: [1, 0, 0, 0, 1, 0] }
  const [c, a, b, f, d, e] = geoTransform as [number, number, number, number, number, number]
  if (a * e - b * d === 0) throw unsupported('has pixels without an area; write its GeoTransform anew')
  return { width, height, crs: await crsOf(srs), transform: [a, b, c, d, e, f] }
}

async function crsOf(srs: string): Promise<Crs> {
  const code = Number(/^EPSG:(\d{4,6})$/i.exec(srs.trim())?.[1] ?? codeOfWkt(srs) ?? NaN)
  if (code > 0) {
    const crs = await loadCrs(code)
    if (crs.kind !== 'unknown') return crs
  }
  if (/^\s*GEOG(CS|CRS)\[/i.test(srs))
    return { id: 'unknown', kind: 'geographic', name: 'geographic', proj4: null, metresPerUnit: NaN }
  if (!/^\s*PROJ(CS|CRS)\[/i.test(srs)) return UNKNOWN_CRS
  // Mercator maps have no one pixel area, so their unit must not pass for one.
  const lengths = [...srs.matchAll(/UNIT\["(?:metre|meter)s?",\s*1(?:\.0*)?[\],]/gi)]
  const metresPerUnit = lengths.length > 0 && !/mercator/i.test(srs) ? 1 : NaN
  return { id: 'unknown', kind: 'projected', name: 'user-defined', proj4: null, metresPerUnit }
}

/** Its own text and what its members are: the same text over other files is another raster. */
async function fingerprintWith(
  { bytes, signal }: FormatInput,
  members: ReadonlyMap<string, Member>,
): Promise<string> {
  const own = await fingerprintOf(bytes, signal)
  const all = new TextEncoder().encode(
    [...members.values()].map(({ raster }) => raster.header.fingerprint).join(),
  )
  const digest = await crypto.subtle.digest('SHA-256', all)
  const hex = Array.from(new Uint8Array(digest).subarray(0, 8), (byte) => byte.toString(16).padStart(2, '0'))
  return `${own}-${hex.join('')}`
}

const plainPath = (path: string): string => {
  const parts: string[] = []
  for (const part of path.toLowerCase().split(/[/\\]/)) {
    if (part === '..') parts.pop()
    else if (part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/')
}
