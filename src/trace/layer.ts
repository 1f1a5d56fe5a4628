import type { Grid } from '../raster/grid/grid.ts'
import type { BandName, Port } from './port.ts'
import type { Unit } from './quantity.ts'

export type LayerId = string

/** How a layer came to be; null for dropped data. Enough to make it again. */
export interface Lineage {
  readonly tool: string
  readonly version: string
  readonly args: Readonly<Record<string, unknown>>
  readonly inputs: readonly { readonly id: LayerId; readonly fingerprint: string }[]
}

export interface LayerStyle {
  /** Name of a colour ramp of src/raster/render, or 'classes', 'mask', 'rgb', 'none'. */
  readonly ramp: string
  /** For one band, by hand. */
  readonly min?: number
  readonly max?: number
  /** Percentiles, 0 to 100, between which the colours are spread; absent: 2 and 98, and in pictures cloud is held back. */
  readonly percentiles?: readonly [low: number, high: number]
  /** For 'rgb': each band over its own range; absent: one span for the three, so that colours keep their balance. */
  readonly isPerBand?: true
  /** For 'rgb', by hand. */
  readonly ranges?: readonly [StyleRange, StyleRange, StyleRange]
  /** For 'rgb': above 1 the dark parts are brighter. */
  readonly gamma?: number
  /** For 'classes': code, label and colour (#rrggbb). */
  readonly classes?: readonly { readonly code: number; readonly label: string; readonly color: string }[]
  /** On a scene, by common name or designation: three for 'rgb', one for a ramp. */
  readonly bands?: readonly [string, string, string] | readonly [string]
}

export interface StyleRange {
  readonly min: number
  readonly max: number
}

/** Something taken for granted about dropped data; shown to the person, who can change it. */
export interface Assumption {
  readonly field: 'sensor' | 'level' | 'date' | 'scaling' | 'nodata' | 'mask' | 'crs' | 'bands'
  /** Words made by us from typed facts. */
  readonly value: string
  readonly why: string
  readonly sure: boolean
}

export interface SceneBand {
  readonly name: BandName
  /** Designation of the sensor ('B8A'), from a fixed list. */
  readonly designation: string
  readonly grid: Grid
  readonly fileId: string
  /** Tells the same file again when it is given anew under another id. */
  readonly fileFingerprint?: string
  readonly bandIndex: number
  /** physical = scale · DN + offset. NaN scale where the scaling is unknown (raw numbers are read then). */
  readonly scale: number
  readonly offset: number
  /** Set where scale and offset give the radiance of a thermal band: kelvin = k2 / ln(k1 / radiance + 1). */
  readonly planck?: Planck
  readonly nodata: number | null
  /** Numbers as stored that can be true, both ends among them; others are nodata too. */
  readonly valid?: readonly [min: number, max: number]
}

/** Constants of a thermal band, K1 in the unit of its radiance, K2 in kelvin. */
export interface Planck {
  readonly k1: number
  readonly k2: number
}

export interface SceneFacts {
  /** 'sentinel-2', 'landsat-8', 'hls-l30', 'modis-terra', …, 'unknown'. */
  readonly sensor: string
  /** 'L2A', 'L1TP', 'L2SP', 'v2.0', 'MOD09A1', 'unknown'. */
  readonly level: string
  readonly bands: readonly SceneBand[]
  /** 'reflectance' where every optical band is scaled, else 'raw'; 'index' and 'class' are finished products. */
  readonly quantity:
    | 'reflectance'
    | 'raw'
    | 'elevation'
    | 'temperature'
    | 'index'
    | 'class'
    | 'backscatter'
    | 'fraction'
    | 'radiance'
    | 'power'
  readonly sunElevationDegrees: number | null
  /** Cloud over the whole scene as the maker of the product assessed it, 0 to 100. */
  readonly cloudPercent?: number
  /** Set where backscatter is in decibels; else it is linear power. */
  readonly isDecibel?: true
  readonly assumptions: readonly Assumption[]
}

/** Where the pixels or features lie: dropped files by id, a result by its file name in the result store. */
export type LayerStorage =
  | { readonly where: 'files'; readonly fileIds: readonly string[] }
  | { readonly where: 'results'; readonly file: string }

/** What a person sees and a tool takes: a scene, or a result. Plain, structured-clonable data. */
export interface Layer {
  readonly id: LayerId
  readonly kind: 'raster' | 'vector' | 'table' | 'series'
  /** For people, never for a model. A dropped file's name is in it: escape, do not trust. */
  readonly title: string
  readonly port: Port
  /** The finest grid of a scene; null for tables. */
  readonly grid: Grid | null
  /** Acquisition date, yyyy-mm-dd; for a difference the later one. */
  readonly date: string | null
  readonly unit: Unit
  readonly scene: SceneFacts | null
  readonly lineage: Lineage | null
  readonly style: LayerStyle
  /** How it was drawn before a person chose `style`. */
  readonly madeStyle?: LayerStyle
  readonly storage: LayerStorage
  readonly fingerprint: string
  /** Milliseconds since 1970. */
  readonly createdAt: number
  /** Set where the pixels cannot be reached now (a file to be given again). */
  readonly missing?: string
}
