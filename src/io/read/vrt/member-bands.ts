import type { Member } from './members.ts'
import type { PlacedSource } from './place-source.ts'
import type { VrtBand, VrtDocument } from './vrt-document.ts'
import { CONVERT, damaged, unsupported } from './vrt-error.ts'
import type { VrtSource } from './vrt-source.ts'

interface MemberBand {
  readonly band: VrtBand
  /** Place in the virtual raster; one that says how opaque pixels are takes a place too. */
  readonly index: number
  readonly sources: readonly PlacedSource[]
}

/** Numbers as they are stored, those without data too. */
const RAW = { scale: NaN, offset: 0, nodata: null }

/** The bands with the pixels of their members. */
export function memberBands(
  { bands }: VrtDocument,
  members: ReadonlyMap<string, Member>,
): readonly MemberBand[] {
  const isAlpha = ({ sources, isAlpha: said }: VrtBand) => {
    if (!said) return false
    // Members hide by their alpha themselves.
    if (sources.every((source) => isAlphaOf(source, members))) return true
    throw unsupported(`has an alpha band that is not the one of its members; ${CONVERT}`)
  }
  const placed = bands.flatMap((band, index): MemberBand[] =>
    isAlpha(band) ? [] : [{ band, index, sources: band.sources.map((source) => place(source, members)) }],
  )
  if (placed.length === 0) throw damaged('has no band of data')
  return placed
}

function place(source: VrtSource, members: ReadonlyMap<string, Member>): PlacedSource {
  const { raster } = members.get(source.path)!
  const { header } = raster
  const band = header.bands.find(({ index }) => index === source.bandIndex)
  if (!band) {
    throw damaged(
      `takes band ${source.bandIndex + 1} of a member that has bands ${header.bands.map(({ index }) => index + 1).join(', ')}`,
    )
  }
  return {
    ...source,
    pixels: raster.source(source.bandIndex, RAW),
    memberType: band.sampleType,
    isMasked: header.hasInternalMask || header.alpha !== null,
  }
}

function isAlphaOf({ path, bandIndex }: VrtSource, members: ReadonlyMap<string, Member>): boolean {
  const { header } = members.get(path)!.raster
  return header.alpha !== null && !header.bands.some(({ index }) => index === bandIndex)
}
