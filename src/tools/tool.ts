import { z } from 'zod'
import type { Chart, Observation, Place } from '../trace/call.ts'
import type { Layer, LayerId, LayerStyle } from '../trace/layer.ts'
import type { Dimension, Port } from '../trace/port.ts'
import type { Label, Quantity, Unit } from '../trace/quantity.ts'
import type { ResultFiles } from '../io/types.ts'
import type { Table } from '../trace/table.ts'
import type { RasterSource } from '../raster/source.ts'

/** What a declared argument stands for, so that a planner without a language model can fill it from a question. */
export const SLOTS = [
  'threshold', 'side', 'rule', 'percentile', 'factor', 'sectors', 'unit', 'top', 'min_pixels', 'connectivity',
  'operation', 'order', 'format', 'part', 'clouds', 'breaks', 'longitude', 'latitude', 'index', 'share', 'alpha',
  'confidence', 'date', 'steepness', 'polarisation', 'sun_zenith',
] as const // prettier-ignore
export type SlotName = (typeof SLOTS)[number]

/** A figure that a tool gives, declared so that plans can be searched backwards from the answer's unit. */
export interface MeasureSpec {
  readonly name: string
  readonly dimension: Dimension
}

/** A tool as planners, retrieval and memory see it: plain data that crosses threads. */
export interface ToolSpec {
  readonly name: string
  readonly family: string
  readonly title: string
  readonly summary: string
  readonly source: string
  /** Layer arguments by name. */
  readonly needs: Readonly<Record<string, Port>>
  readonly gives: Port
  readonly measures: readonly MeasureSpec[]
  /** JSON Schema of the arguments; a property may carry `slot` (SlotName) and `default`. */
  readonly parameters: JsonSchema
  /** Never offered to a model or planner as a step of its own (`match_option`). */
  readonly internal: boolean
}

export interface JsonSchema {
  readonly type: 'object'
  readonly properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly required?: readonly string[]
}

/** A layer about to be saved: the workspace adds id, storage, fingerprint, lineage and time. */
export interface NewLayer {
  readonly title: string
  readonly port: Port
  readonly unit: Unit
  readonly date: string | null
  readonly style: LayerStyle
}

export interface Feature {
  readonly type: 'Feature'
  readonly geometry: { readonly type: string; readonly coordinates: unknown }
  readonly properties: Readonly<Record<string, number | string | null>>
}
export interface FeatureCollection {
  readonly type: 'FeatureCollection'
  readonly features: readonly Feature[]
}

/** Writes the file of the name that it was given along with; leaves nothing behind where it fails. */
export type FileWriter = (files: Pick<ResultFiles, 'create' | 'open' | 'remove'>) => Promise<void>

export interface ToolContext {
  layers(): readonly Layer[]
  /** Throws layer_missing, listing the ids there are. */
  layer(id: LayerId): Layer
  /**
   * One band of a layer in physical units. `band`, a common name or the scene's designation, is needed for scenes. Throws
   * band_missing, layer_missing.
   */
  raster(id: LayerId, band?: string): Promise<RasterSource>
  /** Features of a vector layer; coordinates lie in lon/lat (RFC 7946). */
  features(id: LayerId): Promise<FeatureCollection>
  /**
   * Computes a lazy source block by block, each once, writes it as GeoTIFF and lists it as a layer. What describes it
   * may be a function, called when all is computed.
   * 'float32' keeps NaN as nodata; 'uint8' is for masks and classes: 255 stands for nodata.
   */
  saveRaster(
    layer: NewLayer | (() => NewLayer | Promise<NewLayer>),
    source: RasterSource,
    sampleType: 'float32' | 'uint8',
  ): Promise<Layer>
  saveVector(layer: NewLayer, features: FeatureCollection): Promise<Layer>
  /** Rows of a table layer. */
  table(id: LayerId): Promise<Table>
  saveTable(layer: NewLayer, table: Table): Promise<Layer>
  /**
   * Keeps a file for the person to download, in place of an earlier one of that name, and returns its name.
   * Large ones are written by a function, piece by piece. Throws invalid_input for a name with anything but letters,
   * digits, . _ - or of a layer's own file.
   */
  saveFile(name: string, content: Uint8Array<ArrayBuffer> | Blob | FileWriter): Promise<string>
  progress(fraction: number, note?: string): void
  readonly signal: AbortSignal | undefined
}

/** What `run` returns; absent parts are empty. */
export interface ToolResult {
  readonly text: string
  readonly numbers?: readonly Quantity[]
  readonly labels?: readonly Label[]
  readonly places?: readonly Place[]
  readonly layers?: readonly Layer[]
  readonly warnings?: readonly string[]
  readonly facts?: Observation['facts']
  readonly chart?: Chart
}

export interface Tool<Schema extends z.ZodObject = z.ZodObject> {
  readonly name: string
  readonly family: string
  /** For people. */
  readonly title: string
  /** One or two sentences for the model: what it gives, when to use it. */
  readonly summary: string
  /** doi: or https: of the method. */
  readonly source: string
  readonly needs: Readonly<Record<string, Port>>
  readonly gives: Port
  readonly measures?: readonly MeasureSpec[]
  readonly input: Schema
  readonly examples: readonly z.input<Schema>[]
  readonly internal?: boolean
  run(input: z.output<Schema>, context: ToolContext): Promise<ToolResult>
}

/** Declares a tool; the type of `run`'s input follows from the schema. */
export function defineTool<Schema extends z.ZodObject>(tool: Tool<Schema>): Tool<Schema> {
  return tool
}

/** A layer id argument. */
export const layerRef = (meaning: string) => z.string().min(1).max(64).describe(meaning)

/** Marks a schema as filled by a slot of the question. Use last: `slot(z.number().default(0.27).describe('…'), 'threshold')`. */
export function slot<Schema extends z.ZodType>(schema: Schema, name: SlotName): Schema {
  return schema.meta({ ...schema.meta(), slot: name })
}

/** The plain-data form of a tool. */
export function toolSpec(tool: Tool): ToolSpec {
  const known = specs.get(tool) ?? makeSpec(tool)
  specs.set(tool, known)
  return known
}

/** Turning a schema into JSON Schema takes a tenth of a millisecond, hundreds of times with every question. */
const specs = new WeakMap<Tool, ToolSpec>()

function makeSpec(tool: Tool): ToolSpec {
  const {
    type: _type,
    properties,
    required,
  } = z.toJSONSchema(tool.input, { io: 'input' }) as unknown as JsonSchema
  return {
    name: tool.name,
    family: tool.family,
    title: tool.title,
    summary: tool.summary,
    source: tool.source,
    needs: tool.needs,
    gives: tool.gives,
    measures: tool.measures ?? [],
    parameters: { type: 'object', properties, ...(required ? { required } : {}) },
    internal: tool.internal ?? false,
  }
}
