import type { Binding } from '../memory/types.ts'
import type { ToolSpec } from '../tools/tool.ts'
import type { ReadSlot } from '../trace/events.ts'
import type { Ask, Plan, PlanStep } from './types.ts'

/**
 * Slots that say how the answer is given and not how it is measured; the index, which plans take as a tool of its own too;
 * and where the sun stood, which bears on the tools alone that take it.
 */
const OF_THE_ANSWER: ReadonlySet<string> = new Set([
  'unit', 'format', 'part', 'clouds', 'top', 'index', 'sun_zenith',
]) // prettier-ignore

/**
 * Settings of the question that no step of the plan would take: following it would leave out what was said. A step takes
 * a setting where an argument of that slot is bound to it, left open, or fixed to the same value.
 */
export function unusedSlots(
  plan: Plan,
  slots: readonly ReadSlot[],
  specs: readonly ToolSpec[],
): readonly ReadSlot[] {
  return slots.filter(({ slot, value }) => {
    if (OF_THE_ANSWER.has(slot)) return false
    // Whatever takes the threshold takes it as a value.
    const wanted = slot === 'rule' && value === 'value' ? 'threshold' : slot
    const isBound = plan.steps.some(({ args }) =>
      Object.values(args).some((binding) => binding.from === 'slot' && binding.slot === wanted),
    )
    if (isBound) return false
    return !plan.steps.some((step) => {
      if (Object.values(step.args).some((arg) => arg.from === 'slot' && arg.slot === slot)) return true
      const properties = specs.find(({ name }) => name === step.tool)?.parameters.properties ?? {}
      return Object.entries(properties).some(([name, schema]) => {
        if (schema['slot'] !== slot) return false
        const binding = step.args[name]
        return (
          binding === undefined ||
          binding.from === 'slot' ||
          (binding.from === 'value' && binding.value === value)
        )
      })
    })
  })
}

/** Adds the saving of the plan's last raster where the words ask for a file. */
export function withExport(plan: Plan, ask: Ask, specs: readonly ToolSpec[]): Plan {
  if (!ask.exports) return plan
  const last = plan.steps.findLast((step) => givesRaster(step, specs) !== null)
  if (!last) return plan
  const args: Record<string, Binding> = {
    layer: { from: 'step', step: last.id },
    format: { from: 'slot', slot: 'format', default: 'geotiff' },
  }
  return {
    ...plan,
    steps: [...plan.steps, { id: 'export', tool: 'export_layer', args, purpose: 'File of the result' }],
    answer: [...plan.answer, { step: 'export', label: 'file' }],
  }
}

/** Cleans the last mask of the plan where the words leave out small patches; later steps take the cleaned one. */
export function withCleaning(plan: Plan, slots: readonly ReadSlot[], specs: readonly ToolSpec[]): Plan {
  const asked = slots.some(({ slot }) => slot === 'min_pixels')
  if (!asked || plan.steps.some(({ tool }) => tool === 'clean_mask')) return plan
  const at = plan.steps.findLastIndex((step) => givesRaster(step, specs) === 'mask')
  const mask = plan.steps[at]
  if (!mask) return plan
  const cleaning: PlanStep = {
    id: 'cleaned',
    tool: 'clean_mask',
    args: { mask: { from: 'step', step: mask.id }, min_pixels: { from: 'slot', slot: 'min_pixels' } },
    purpose: 'Mask without small patches',
  }
  const redirect = (binding: Binding): Binding =>
    binding.from === 'step' && binding.step === mask.id ? { from: 'step', step: cleaning.id } : binding
  const later = plan.steps.slice(at + 1).map((step) => ({
    ...step,
    args: Object.fromEntries(Object.entries(step.args).map(([name, binding]) => [name, redirect(binding)])),
  }))
  return { ...plan, steps: [...plan.steps.slice(0, at + 1), cleaning, ...later] }
}

/** Figures of single patches, which the parts of any mask give. */
const PATCH_FIGURES: ReadonlySet<string> = new Set(['largest_area', 'components'])

export const isOfPatches = (figure: string): boolean => PATCH_FIGURES.has(figure)

/**
 * Makes the patch table part of the answer where the words ask for a patch by its rank or for several, and adds it where
 * the plan measures a mask as a whole and the words ask for its parts.
 */
export function withPatches(plan: Plan, ask: Ask, slots: readonly ReadSlot[]): Plan {
  const wanted = ask.rank !== null || slots.some(({ slot }) => slot === 'top')
  const table = plan.steps.find(({ tool }) => tool === 'components')
  const figure = ask.figures.find(isOfPatches)
  const mask = plan.steps.findLast(({ tool }) => tool === 'mask_area')?.args['mask']
  if (!table && mask && (figure !== undefined || ask.rank !== null)) {
    const parts: PlanStep = { id: 'parts', tool: 'components', args: { mask }, purpose: 'Parts of the mask' }
    const answer = [...plan.answer, { step: parts.id, figure: figure ?? 'area' }]
    return { ...plan, steps: [...plan.steps, parts], answer }
  }
  if (!wanted || !table) return plan
  return { ...plan, answer: [...plan.answer, { step: table.id, figure: 'area' }] }
}

function givesRaster(step: PlanStep, specs: readonly ToolSpec[]): string | null {
  const gives = specs.find(({ name }) => name === step.tool)?.gives
  return gives?.kind === 'raster' ? String(gives.quantity) : null
}
