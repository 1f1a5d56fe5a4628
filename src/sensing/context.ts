import type { BandName } from '../trace/port.ts'
import type { Layer, LayerId } from '../trace/layer.ts'

/** One scene as χ(d) holds it: typed facts only, nothing that a file could have worded. */
export interface SceneSummary {
  readonly id: LayerId
  readonly sensor: string
  readonly level: string
  readonly quantity: string
  readonly date: string | null
  readonly bands: readonly BandName[]
  /** True where every measured band is scaled; else ratios are cut from raw numbers and may be off. */
  readonly scaled: boolean
  /** What one that holds a finished product shows, such as 'sea_ice'. */
  readonly meaning?: string
  /** Of products that keep day and night apart. */
  readonly time?: 'day' | 'night'
  readonly crs: string
  readonly pixelSizeMetres: number
  readonly width: number
  readonly height: number
}

/** χ(d): what the loaded data can answer. */
export interface SensingContext {
  readonly modalities: readonly (
    'multispectral' | 'thermal' | 'SAR' | 'DEM' | 'product' | 'RGB' | 'unknown'
  )[]
  readonly sensors: readonly string[]
  /** Dated scenes in order of date, undated ones last. */
  readonly scenes: readonly SceneSummary[]
  /** Other layers by id with their ports (results, DEMs, masks, vectors). */
  readonly products: readonly {
    readonly id: LayerId
    readonly port: Layer['port']
    readonly date: string | null
    /** True for what a tool made, as against data that was loaded. */
    readonly made?: boolean
  }[]
  readonly dates: readonly string[]
  /** True where every pair of scenes overlaps. */
  readonly overlap: boolean
}
