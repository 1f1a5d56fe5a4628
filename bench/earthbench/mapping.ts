import type { BandName, RasterQuantity } from '../../src/trace/port.ts'
import type { ToolResult } from '../../src/tools/tool.ts'
import type { Unit } from '../../src/trace/quantity.ts'
import type { Table } from '../../src/trace/table.ts'

/** One band of a file of theirs, with what its numbers mean; physical = scale · number + offset. */
export interface FileLayer {
  readonly file: string
  /** From 0; the first without it. */
  readonly index?: number
  /** As a mask, every number but 0 is inside. */
  readonly as: RasterQuantity
  readonly meaning?: string
  readonly unit?: Unit
  readonly scale?: number
  readonly offset?: number
}

/** A scene made of single-band files of theirs; physical = scale · number. */
export interface SceneLayer {
  readonly bands: Readonly<Partial<Record<BandName, string>>>
  readonly quantity: 'reflectance' | 'raw'
  readonly scale?: number
}

/** A layer that an earlier step saved. */
export interface MadeLayer {
  readonly made: number
  /** Which of its layers; the first without it. */
  readonly layer?: number
}

/** A figure that an earlier step gave. */
export interface MadeFigure {
  readonly figureOf: number
  readonly name: string
}

export type LayerArgument = FileLayer | SceneLayer | MadeLayer
export type Argument = string | number | boolean | null | LayerArgument | MadeFigure | readonly Argument[]

/** A call of ours. */
export interface Step {
  readonly tool: string
  readonly args: Readonly<Record<string, Argument>>
}

/** What a step gave. */
export interface Outcome {
  readonly result: ToolResult
  /** The table it saved, its rows in the order of the layers of the call. */
  readonly table: Table | null
  /** Pixels of a picture it saved, row by row: red, green, blue. */
  readonly picture: readonly (readonly (readonly number[])[])[] | null
}

export type Value = string | number | boolean | null | readonly Value[] | { readonly [name: string]: Value }

/** A band of a raster that they save: a layer that a step saved, or a file as it is; null where ours gives none. */
export type RasterPart = (MadeLayer & { readonly change?: (value: number) => number }) | FileLayer | null

export interface Plan {
  readonly steps: readonly Step[]
  /** What they return, read off what the steps gave; absent where they return only paths. */
  readonly value?: (done: readonly Outcome[]) => Value
  /** By the path they save it under, band by band. */
  readonly rasters?: Readonly<Record<string, readonly RasterPart[]>>
}

export type Arguments = Readonly<Record<string, unknown>>

/** How a tool of theirs is done with ours. */
export interface Mapping {
  readonly theirs: string
  readonly ours: readonly string[]
  /** Their arguments: what is read (files or numbers), where results go, and all else. */
  readonly inputs: readonly string[]
  readonly outputs: readonly string[]
  readonly settings: readonly string[]
  /** Throws invalid_input for arguments that ours cannot follow. */
  adapt(args: Arguments): Plan
  /** Where theirs is wrong and what ours does instead; null where both agree. */
  readonly differs: string | null
}
