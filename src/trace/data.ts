import type { ErrorCode } from '../lib/errors.ts'
import type { Layer, LayerId, LayerStyle } from './layer.ts'
import type { BandName } from './port.ts'

/** What became of dropped files. Text in `problems` is ours; `fileName` is foreign. */
export interface AddResult {
  readonly layers: readonly Layer[]
  readonly problems: readonly FileProblem[]
}

export interface FileProblem {
  readonly fileName: string
  readonly message: string
  /** Tells what is needed and what to do; absent where nothing is wrong with the file and the message says all. */
  readonly code?: ErrorCode
}

/** What a person changes about a scene; absent fields stay. Remembered by file fingerprint. */
export interface SceneOverride {
  /** Takes back all that was set for the scene's files before; other fields of the change hold after that. */
  readonly reset?: true
  readonly date?: string | null
  /** 'reflectance' with these numbers: physical = scale · DN + offset. */
  readonly scaling?: { readonly scale: number; readonly offset: number } | 'unknown'
  readonly nodata?: number | null
  /** EPSG code of the coordinate reference system; where pixels lie in it stays what the file says. */
  readonly epsg?: number
  /** By designation in the scene: 'band 1' → 'red'. */
  readonly bands?: Readonly<Record<string, BandName>>
}

export interface TileRequest {
  readonly layer: LayerId
  readonly style: LayerStyle
  /** Map extent in the layer's own CRS: minX, minY, maxX, maxY; row 0 of the image is the top (max y). */
  readonly extent: readonly [number, number, number, number]
  readonly width: number
  readonly height: number
  /** A small picture for a list: what the map has ready stays ready. */
  readonly isThumbnail?: true
}

/** How the numbers of one band became colours. */
export interface Legend {
  readonly min: number
  readonly max: number
  /** '#rrggbb', evenly spaced from min to max; values beyond take the end colours. */
  readonly colors: readonly string[]
}

/** What is known of a layer beyond its record, for people. Names and tags are foreign text. */
export interface LayerAbout {
  /** Longitude and latitude of the middle in degrees; null where the grid has no place on Earth. */
  readonly centre: readonly [lon: number, lat: number] | null
  readonly bands: readonly BandAbout[]
  readonly files: readonly FileAbout[]
}

export interface BandAbout {
  readonly name: string
  readonly designation: string
  /** Of the middle of the band; null where the sensor or the band is not in the table. */
  readonly wavelengthNanometres: number | null
  /** How the file stores it, 'uint16'. */
  readonly sampleType: string | null
}

export interface FileAbout {
  readonly name: string
  readonly bytes: number
  readonly width: number | null
  readonly height: number | null
  /** Smaller copies inside the file. */
  readonly overviews: number
  readonly tags: readonly (readonly [name: string, value: string])[]
}

export interface Probe {
  readonly layer: LayerId
  readonly col: number
  readonly row: number
  readonly values: readonly { readonly band: string; readonly value: number | null; readonly unit: string }[]
  /** What the bands of a scene say together; absent for other layers. */
  readonly facts?: {
    readonly indices: readonly { readonly name: string; readonly value: number | null }[]
    /** What the quality band says, 'cloud_high'; empty where there is none. */
    readonly quality: readonly string[]
    /** True where the quality band says that the ground is not seen. */
    readonly hidden: boolean
  }
}

/** A polygon on the map in longitude and latitude, as GeoJSON has it. */
export interface DrawnGeometry {
  readonly type: 'Polygon' | 'MultiPolygon'
  readonly coordinates: unknown
}
