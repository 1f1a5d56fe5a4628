import { AppError } from '../../lib/errors.ts'
import { z } from 'zod'
import type { Port } from '../../trace/port.ts'
import type { LayerId } from '../../trace/layer.ts'
import { saveFormula } from '../support/formula-layer.ts'
import type { FormulaLayer } from '../support/formula-layer.ts'
import { whenOf } from '../support/naming.ts'
import { kelvinInput, linearInput, onOneGrid } from '../support/physical-inputs.ts'
import type { PhysicalInput } from '../support/physical-inputs.ts'
import type { ToolContext } from '../tool.ts'

/** Brightness temperatures in K, or radar backscatter. */
export const MICROWAVE = {
  kind: 'raster',
  quantity: ['temperature', 'backscatter'],
} as const satisfies Port

/** What a microwave radiometer can see of the Earth, in K: cold open water at low frequencies is below 100 K. */
const [COLDEST, HOTTEST] = [50, 350]

export const isMicrowave = (kelvin: number): boolean => kelvin >= COLDEST && kelvin <= HOTTEST

/** Factor and offset of an empirical relation, with the bounds that its result is cut to. */
export const relationFields = {
  gain: z
    .number()
    .default(1)
    .describe('Factor of an empirical relation that was fitted to field data; 1 leaves the figure as it is.'),
  offset: z.number().default(0).describe('Offset of the empirical relation.'),
  lowest: z.number().optional().describe('Results below this are set to it.'),
  highest: z.number().optional().describe('Results above this are set to it.'),
}

export interface Relation {
  readonly gain: number
  readonly offset: number
  readonly lowest?: number | undefined
  readonly highest?: number | undefined
}

/** Rasters of one kind: all brightness temperatures in K, or all backscatter in linear units. Throws invalid_input. */
export async function microwaveInputs(
  context: ToolContext,
  ids: readonly LayerId[],
): Promise<{ readonly inputs: readonly PhysicalInput[]; readonly isThermal: boolean }> {
  const isThermal = isTemperature(context, ids[0]!)
  const other = ids.find((id) => isTemperature(context, id) !== isThermal)
  if (other !== undefined) {
    throw new AppError(
      'invalid_input',
      `${ids[0]!} and ${other} are not both brightness temperatures or both backscatter; give layers of one kind`,
    )
  }
  const inputs: PhysicalInput[] = []
  for (const id of ids) inputs.push(await (isThermal ? kelvinInput : linearInput)(context, id))
  return { inputs, isThermal }
}

function isTemperature(context: ToolContext, id: LayerId): boolean {
  const { port, unit } = context.layer(id)
  return unit === 'K' || unit === 'degC' || (port.kind === 'raster' && port.quantity === 'temperature')
}

/** gain · figure + offset of two rasters, cut to its bounds, as a raster. */
export async function savePair(
  context: ToolContext,
  {
    ids,
    figure,
    name,
    title,
  }: {
    readonly ids: readonly [LayerId, LayerId]
    readonly figure: (first: number, second: number) => number
    readonly name: string
    readonly title: string
  },
  relation: Relation,
): Promise<FormulaLayer & { readonly notes: readonly string[]; readonly kind: string }> {
  const { gain, offset, lowest = -Infinity, highest = Infinity } = relation
  const { inputs, isThermal } = await microwaveInputs(context, ids)
  const { sources, notes } = onOneGrid(inputs)
  const isValid = isThermal ? isMicrowave : (value: number) => value > 0
  const isPlain = gain === 1 && offset === 0
  const { layer } = inputs[0]!
  const made = await saveFormula(context, {
    inputs: sources,
    formula: ([a, b]) =>
      isValid(a!) && isValid(b!) ? Math.min(highest, Math.max(lowest, gain * figure(a!, b!) + offset)) : NaN,
    layer: {
      title: `${title} ${whenOf(layer)}`,
      port: { kind: 'raster', quantity: 'retrieval', meaning: name },
      unit: isThermal && isPlain && name.endsWith('difference') ? 'K' : '1',
      date: layer.date,
    },
    ramp: 'viridis',
  })
  return { ...made, notes, kind: isThermal ? 'brightness temperatures' : 'linear backscatter' }
}

/** What is to be said of a relation that the person gives. */
export const relationNotes = ({ gain, offset }: Relation): readonly string[] =>
  gain === 1 && offset === 0
    ? []
    : [
        `The factor ${gain} and offset ${offset} were given with the call; the result is only as good as the field data they were fitted to.`,
      ]
