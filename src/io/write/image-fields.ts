import type { Grid } from '../../raster/grid/grid.ts'
import { Tag } from '../read/tags.ts'
import { SAMPLES, type WrittenType } from './encode-samples.ts'
import type { Field } from './fields.ts'
import { gdalMetadata, type BandWords } from './gdal-metadata.ts'
import { geoFields } from './geo-tags.ts'
import type { TileTable } from './tile-pyramid.ts'

export interface ImageFacts {
  readonly grid: Grid
  readonly bands: readonly BandWords[]
  readonly metadata: Readonly<Record<string, string>>
  readonly sampleType: WrittenType
  readonly empty: number | null
  readonly tile: number
  readonly compression: 'deflate' | 'none'
  readonly predictor: 1 | 2 | 3
}

/** Fields of an image (level 0), which alone says where it lies and what it means, or of one of its overviews. */
export function imageFields(facts: ImageFacts, table: TileTable, level: number): Field[] {
  const { bands, sampleType, empty, tile, predictor } = facts
  const repeated = (value: number) => bands.map(() => value)
  const { bits, format } = SAMPLES[sampleType]
  const xml = level === 0 ? gdalMetadata(facts.metadata, bands) : null
  const several = bands.length > 1
  return [
    ...(level > 0 ? [short(Tag.NewSubfileType, 1)] : []),
    { tag: Tag.ImageWidth, type: 'long', values: [table.width] },
    { tag: Tag.ImageLength, type: 'long', values: [table.height] },
    short(Tag.BitsPerSample, ...repeated(bits)),
    short(Tag.Compression, facts.compression === 'deflate' ? 8 : 1),
    short(Tag.Photometric, 1),
    short(Tag.SamplesPerPixel, bands.length),
    // Band after band: each is written, and can be read, without the others.
    short(Tag.PlanarConfiguration, several ? 2 : 1),
    short(Tag.Predictor, predictor),
    short(Tag.TileWidth, tile),
    short(Tag.TileLength, tile),
    { tag: Tag.TileOffsets, type: 'offset', values: table.offsets },
    { tag: Tag.TileByteCounts, type: 'long', values: table.counts },
    short(Tag.SampleFormat, ...repeated(format)),
    ...(several ? [short(Tag.ExtraSamples, ...bands.slice(1).map(() => 0))] : []),
    ...(level === 0 ? geoFields(facts.grid) : []),
    ...(xml ? [ascii(Tag.GdalMetadata, xml)] : []),
    ...(empty !== null ? [ascii(Tag.GdalNodata, Number.isNaN(empty) ? 'nan' : String(empty))] : []),
  ]
}

const short = (tag: number, ...values: number[]): Field => ({ tag, type: 'short', values })
const ascii = (tag: number, text: string): Field => ({ tag, type: 'ascii', text })
