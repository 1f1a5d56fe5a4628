import type { SlotName } from '../../tools/tool.ts'
import type { TaskType } from '../../sensing/task-types.ts'
import type { BandName, Port } from '../../trace/port.ts'
import type { Binding, SceneRole, Skill, SkillStep } from '../types.ts'

/** The short words that the seed tables are written in. */
export const role = (name: SceneRole): Binding => ({ from: 'role', role: name })
export const from = (step: string): Binding => ({ from: 'step', step })
export const value = (literal: string | number | boolean): Binding => ({ from: 'value', value: literal })
export const slot = (name: SlotName, standard?: string | number): Binding =>
  standard === undefined ? { from: 'slot', slot: name } : { from: 'slot', slot: name, default: standard }

export function step(
  id: string,
  tool: string,
  purpose: string,
  args: Readonly<Record<string, Binding>>,
): SkillStep {
  return { id, tool, args, purpose }
}

/** A scene with these bands. Ratios of bands also run on raw numbers, with the tool's warning. */
export const scene = (...bands: readonly BandName[]): Port => ({
  kind: 'raster',
  quantity: ['reflectance', 'raw'],
  bands,
})

/** An index of one scene, clouds left out unless the question says otherwise. */
export const indexOf = (id: string, tool: string, of: SceneRole, purpose: string): SkillStep =>
  step(id, tool, purpose, { scene: role(of), clouds: slot('clouds', 'mask') })

/** A threshold that the question may change in value, rule and side. */
export function mask(
  id: string,
  layer: string,
  purpose: string,
  standard: { readonly threshold: number; readonly side: string },
): SkillStep {
  return step(id, 'threshold_mask', purpose, {
    layer: from(layer),
    rule: slot('rule', 'value'),
    value: slot('threshold', standard.threshold),
    percentile: slot('percentile'),
    factor: slot('factor'),
    side: slot('side', standard.side),
  })
}

export const area = (id: string, of: string, purpose: string): SkillStep =>
  step(id, 'mask_area', purpose, { mask: from(of), unit: slot('unit', 'ha') })

export const parts = (id: string, of: string, purpose: string): SkillStep =>
  step(id, 'components', purpose, {
    mask: from(of),
    connectivity: slot('connectivity', 8),
    top: slot('top', 5),
  })

/** Before and after NBR and their difference: steps nbr_pre, nbr_post and dnbr. */
export const burnDifference = (): readonly SkillStep[] => [
  indexOf('nbr_pre', 'nbr', 'pre', 'burn ratio before the fire'),
  indexOf('nbr_post', 'nbr', 'post', 'burn ratio after the fire'),
  step('dnbr', 'difference', 'fall of the burn ratio between the dates, so that burned is high', {
    before: from('nbr_pre'),
    after: from('nbr_post'),
    order: slot('order', 'before_minus_after'),
  }),
]

/** The dNBR of low and moderate-low severity meet at 0.27 (Key and Benson 2006). */
export const BURNED = { threshold: 0.27, side: 'at_or_above' } as const

export const pairOf = (...bands: readonly BandName[]): Skill['requires'] => [
  { role: 'pre', port: scene(...bands) },
  { role: 'post', port: scene(...bands) },
]

/** What a seed says of itself; the rest of a skill is the same for all seeds. */
export interface Seed {
  readonly id: string
  readonly taskType: TaskType
  readonly title: string
  readonly description: string
  readonly steps: readonly SkillStep[]
  readonly answer: Skill['answer']
  readonly gives: Skill['gives']
  readonly requires: Skill['requires']
  readonly minDates: number
  readonly notes: readonly string[]
  readonly rules: readonly string[]
}
