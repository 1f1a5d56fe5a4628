import { AppError } from '../../src/lib/errors.ts'
import type { BandName } from '../../src/trace/port.ts'
import type {
  Argument,
  Arguments,
  FileLayer,
  LayerArgument,
  MadeLayer,
  Mapping,
  Outcome,
  Plan,
  RasterPart,
  Step,
  Value,
} from './mapping.ts'

// Reading their arguments. Signatures that name one path are given lists now and then.

export function texts(args: Arguments, name: string): readonly string[] {
  const given = args[name]
  const list = Array.isArray(given) ? (given as unknown[]) : [given]
  if (list.every((each) => typeof each === 'string')) return list
  throw new AppError('invalid_input', `${name} must be a path or a list of paths`)
}

export function text(args: Arguments, name: string, fallback?: string): string {
  if (args[name] === undefined && fallback !== undefined) return fallback
  return texts(args, name)[0]!
}

/** A number, which calls write as text now and then. */
export function numeric(args: Arguments, name: string, fallback?: number): number {
  const value = args[name] ?? fallback
  if (typeof value === 'number') return value
  if (typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value))) return Number(value)
  throw new AppError('invalid_input', `${name} must be a number`)
}

/** A list of numbers; null stands for NaN. */
export function numbers(args: Arguments, name: string): readonly (number | null)[] {
  const value = args[name]
  const isPlain = (each: unknown): each is number | null => typeof each === 'number' || each === null
  if (Array.isArray(value) && value.every(isPlain)) return value
  throw new AppError('invalid_input', `${name} must be a list of numbers`)
}

/** A list of lists of numbers. */
export function tuples(args: Arguments, name: string): readonly (readonly number[])[] {
  const value = args[name]
  if (Array.isArray(value) && value.every((each) => Array.isArray(each))) return value as number[][]
  throw new AppError('invalid_input', `${name} must be a list of lists of numbers`)
}

/** One of some words. */
export function choice<Name extends string>(
  args: Arguments,
  name: string,
  names: readonly Name[],
  fallback?: Name,
): Name {
  const value = args[name] ?? fallback
  const found = names.find((each) => each === value)
  if (found !== undefined) return found
  throw new AppError('invalid_input', `${name} must be one of ${names.join(', ')}`)
}

// Naming their files as layers of ours.

/** Bands of MODIS by number, and of Landsat 8 and 9. */
const MODIS: Readonly<Record<number, BandName>> = {
  1: 'red', 2: 'nir', 3: 'blue', 4: 'green', 5: 'swir_1240', 6: 'swir1', 7: 'swir2', 17: 'wv_905', 18: 'wv_936', 19: 'wv_940',
} // prettier-ignore
const LANDSAT: Readonly<Record<number, BandName>> = {
  2: 'blue', 3: 'green', 4: 'red', 5: 'nir', 6: 'swir1', 7: 'swir2',
} // prettier-ignore

/** The band that the name of a file tells; null where it tells none. */
export function bandOfFile(path: string): BandName | null {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const modis = /(?:sur_refl_b|reflectance_)(\d+)/i.exec(name)
  if (modis) return MODIS[Number(modis[1])] ?? null
  const landsat = /_(?:sr_)?b(\d)(?=[_.])/i.exec(name)
  return landsat ? (LANDSAT[Number(landsat[1])] ?? null) : null
}

/** A raster of any meaning: temperatures by their names, all else plain numbers. */
export function plain(file: string, index = 0): FileLayer {
  const name = file.slice(file.lastIndexOf('/') + 1)
  const at = index === 0 ? {} : { index }
  if (index === 0 && /lst|(^|_)bt(_|\d)|temperature/i.test(name))
    return { ...kelvin(file), meaning: 'surface_temperature' }
  return { file, ...at, as: 'index', meaning: 'value' }
}

export const kelvin = (file: string): FileLayer => ({ file, as: 'temperature', unit: 'K' })
export const fraction = (file: string): FileLayer => ({ file, as: 'reflectance' })
export const mask = (file: string): FileLayer => ({ file, as: 'mask' })
export const power = (file: string): FileLayer => ({ file, as: 'power', unit: 'MW', meaning: 'fire_power' })
/** Emissivity of MOD11: raw · 0.002 + 0.49. */
export const emissivity = (file: string): FileLayer => ({
  file,
  as: 'emissivity',
  scale: 0.002,
  offset: 0.49,
})

export const reflectances = (bands: Partial<Record<BandName, string>>): LayerArgument => ({
  bands,
  quantity: 'reflectance',
})

// Building steps.

export const made = (step: number, layer = 0): MadeLayer => ({ made: step, layer })
export const step = (tool: string, args: Readonly<Record<string, Argument>>): Step => ({ tool, args })

/** One step that saves one raster. */
export const saves = (path: string, only: Step, change?: (value: number) => number): Plan => ({
  steps: [only],
  rasters: { [path]: [{ ...made(0), ...(change ? { change } : {}) }] },
})

/** The same plan file by file: `plan` is given the place of the file in each list. */
export function eachFile(count: number, plan: (place: number) => Plan): Plan {
  const steps: Step[] = []
  const rasters: Record<string, readonly RasterPart[]> = {}
  for (let place = 0; place < count; place++) {
    const one = plan(place)
    const start = steps.length
    const shifted = <Part extends object>(part: Part): Part =>
      'made' in part ? { ...part, made: (part as unknown as MadeLayer).made + start } : part
    const moved = (argument: Argument): Argument => {
      if (isList(argument)) return argument.map(moved)
      if (argument === null || typeof argument !== 'object') return argument
      return 'figureOf' in argument ? { ...argument, figureOf: argument.figureOf + start } : shifted(argument)
    }
    for (const { tool, args } of one.steps) {
      steps.push(
        step(tool, Object.fromEntries(Object.entries(args).map(([name, each]) => [name, moved(each)]))),
      )
    }
    for (const [path, parts] of Object.entries(one.rasters ?? {})) {
      rasters[path] = parts.map((part) => part && shifted(part))
    }
  }
  return { steps, rasters }
}

export const isList = (value: unknown): value is readonly Argument[] => Array.isArray(value)

// Reading what steps gave.

export function figure(done: readonly Outcome[], at: number, name: string, group?: string): number {
  const found = done[at]?.result.numbers?.find(
    (each) => each.name === name && (group === undefined || each.group === group),
  )
  if (found) return found.value
  throw new AppError('nothing_valid', `step ${at} gave no figure ${name}`)
}

/** All figures of a name, in their order. */
export const figures = (done: readonly Outcome[], at: number, name: string): readonly number[] =>
  (done[at]?.result.numbers ?? []).filter((each) => each.name === name).map(({ value }) => value)

export const label = (done: readonly Outcome[], at: number, name: string): string | null =>
  done[at]?.result.labels?.find((each) => each.name === name)?.value ?? null

/** A column of the table that a step saved. */
export function column(done: readonly Outcome[], at: number, name: string): readonly (number | null)[] {
  const table = done[at]?.table
  const place = table?.columns.findIndex((each) => each.name === name) ?? -1
  if (!table || place < 0) throw new AppError('nothing_valid', `step ${at} saved no column ${name}`)
  return table.rows.map((row) => (typeof row[place] === 'number' ? row[place] : null))
}

/** One step that gives one figure. */
export const gives = (
  only: Step,
  name: string,
  change: (value: number) => Value = (value) => value,
): Plan => ({
  steps: [only],
  value: (done) => change(figure(done, 0, name)),
})

/** Declares a mapping; `differs` is left out where both agree. */
export const mapping = (
  given: Omit<Mapping, 'differs' | 'outputs' | 'settings'> & Partial<Mapping>,
): Mapping => ({ outputs: [], settings: [], differs: null, ...given })
