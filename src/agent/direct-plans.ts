import type { AnswerPart, Binding } from '../memory/types.ts'
import type { SensingContext } from '../sensing/context.ts'
import { waysToMark } from '../sensing/meanings.ts'
import { areOfOneSeason } from '../sensing/seasons.ts'
import type { ToolSpec } from '../tools/tool.ts'
import { quantityName } from './figures.ts'
import { addStep } from './named-plan.ts'
import { planOf } from './plan-of.ts'
import type { Direct, Measured } from './direct.ts'
import type { Limit } from './read-limits.ts'
import type { Plan, PlanStep } from './types.ts'

export interface DirectInput {
  readonly specs: readonly ToolSpec[]
  readonly admissible: ReadonlySet<string>
  readonly context: SensingContext
}

const value = (literal: string | number): Binding => ({ from: 'value', value: literal })
const of = (step: string): Binding => ({ from: 'step', step })
const ONLY: Binding = { from: 'role', role: 'only' }
const PRODUCT: Binding = { from: 'role', role: 'product' }

/** The plan that the words settle; empty where a tool of it cannot run on what is loaded. */
export function directPlans(direct: Direct, input: DirectInput): Plan[] {
  const building = new Building(input)
  const answer = answerOf(direct, building)
  const { steps } = building
  if (answer === null || !building.canRun) return []
  return [planOf(steps, answer)]
}

class Building {
  readonly steps: PlanStep[] = []
  canRun = true

  constructor(readonly input: DirectInput) {}

  add(tool: string, args: PlanStep['args']): string {
    const { specs, admissible } = this.input
    const spec = specs.find(({ name }) => name === tool)
    // What needs no data can always run.
    if (!spec || !(admissible.has(tool) || Object.keys(spec.needs).length === 0)) this.canRun = false
    const id = `s${this.steps.length + 1}`
    this.steps.push({ id, tool, args, purpose: spec?.title ?? tool })
    return id
  }

  /** The layer that holds the values, and its band where it is a scene. */
  values(measured: Measured): Readonly<Record<'layer', Binding> & Partial<Record<'band', Binding>>> {
    switch (measured.what) {
      case 'index':
        return { layer: of(this.add(measured.name, { scene: ONLY })) }
      case 'slope':
        return { layer: of(this.add('slope', { elevation: PRODUCT, unit: value(measured.unit) })) }
      case 'height':
        return { layer: PRODUCT }
      case 'band':
        return { layer: ONLY, band: value(this.bandAtHand(measured.band)) }
      case 'change': {
        const [before, after] = (['pre', 'post'] as const).map((role) =>
          of(this.add(measured.name, { scene: { from: 'role', role } })),
        )
        return { layer: of(this.add('difference', { before: before!, after: after! })) }
      }
      case 'made':
        return { layer: of(this.make(measured.tools)) }
      case 'shown':
        return { layer: ONLY }
    }
  }

  /** The step of the first of these tools that makes values of one date of the data. */
  private make(tools: readonly string[]): string {
    const { specs, admissible, context } = this.input
    for (const name of tools) {
      const spec = admissible.has(name) ? specs.find((known) => known.name === name) : undefined
      const given = { ask: { indices: [], named: [name] }, specs, admissible, context, paired: false }
      const step = spec && addStep(spec, { ...given, steps: this.steps, role: 'only', depth: 0 })
      if (step) return step
    }
    this.canRun = false
    return 'none'
  }

  /** The narrow near infrared stands for the wide one where that is not loaded. */
  private bandAtHand(band: string): string {
    const bands = new Set<string>(this.input.context.scenes.flatMap((scene) => scene.bands))
    return band === 'nir' && !bands.has('nir') && bands.has('nir_narrow') ? 'nir_narrow' : band
  }
}

function answerOf(direct: Direct, building: Building): readonly AnswerPart[] | null {
  const { context } = building.input
  switch (direct.kind) {
    case 'data': {
      const [first] = direct.facts
      const isListed = first!.tool === 'list_data'
      const layer = context.scenes.length > 0 ? ONLY : PRODUCT
      const step = building.add(first!.tool, isListed ? {} : { layer })
      return direct.facts.map(({ figure, label }) =>
        label === null ? { step, figure: figure! } : { step, label },
      )
    }
    case 'formula': {
      const { expression, isTrueOrFalse, statistic } = direct
      const computed = building.add('band_maths', { scene: ONLY, expression: value(expression) })
      if (isTrueOrFalse) return sizeOf(computed, building)
      if (direct.percentile !== undefined) {
        const args = { layer: of(computed), percentile: value(direct.percentile) }
        return [{ step: building.add('percentile_of_raster', args), figure: 'percentile_value' }]
      }
      if (statistic !== 'median' && statistic !== 'std')
        return [statistic, ...OTHERS].map((figure) => ({ step: computed, figure }))
      return [{ step: building.add('statistics', { layer: of(computed) }), figure: statistic }]
    }
    case 'cut': {
      const { low, high } = direct.limits
      const { layer } = building.values(direct.of)
      if (low === null || high === null) return sizeOf(cut(layer, null, building), building)
      const [first, second] = [cut(layer, low, building), cut(layer, high, building)]
      const both = building.add('combine_masks', {
        first: of(first),
        second: of(second),
        operation: value('and'),
      })
      return sizeOf(both, building)
    }
    case 'percentile': {
      const args = { ...building.values(direct.of), percentile: value(direct.percentile) }
      return [{ step: building.add('percentile_of_raster', args), figure: 'percentile_value' }]
    }
    case 'values': {
      if (direct.of.what === 'slope') {
        building.values(direct.of)
        return [{ step: 's1', figure: direct.statistic! }]
      }
      return [{ step: building.add('statistics', building.values(direct.of)), figure: direct.statistic! }]
    }
    case 'relief': {
      const step = building.add('statistics', { layer: PRODUCT })
      const figure = (name: string): Binding => ({ from: 'figure', step, figure: name })
      const difference = building.add('calculate', {
        operation: value('subtract'),
        a: figure('max'),
        b: figure('min'),
        unit: value('m'),
      })
      return [
        { step: difference, figure: 'result' },
        { step, figure: 'min' },
        { step, figure: 'max' },
      ]
    }
    case 'range': {
      const step = building.add('statistics', building.values(direct.of))
      const figure = (name: string): Binding => ({ from: 'figure', step, figure: name })
      const args: PlanStep['args'] = {
        operation: value('subtract'),
        a: figure('max'),
        b: figure('min'),
        unit: value(direct.of.what === 'made' ? 'K' : '1'),
      }
      return [
        { step: building.add('calculate', args), figure: 'result' },
        { step, figure: 'min' },
        { step, figure: 'max' },
      ]
    }
    case 'facing': {
      const step = building.add('aspect', { elevation: PRODUCT })
      return [
        { step, label: 'leading_sector' },
        { step, figure: 'share' },
      ]
    }
    case 'balance':
      return balance(direct, building)
    case 'each-date': {
      const args: PlanStep['args'] = {
        scenes: { from: 'role', role: 'all' },
        index: value(direct.index),
        statistic: value(direct.statistic),
        masked: value('cloud_and_shadow'),
      }
      return [{ step: building.add('index_series', args), figure: 'at_date' }]
    }
    case 'class-size': {
      const step = building.add('class_areas', { classes: PRODUCT })
      return [
        { step, label: `${direct.which}_class` },
        { step, figure: 'area' },
      ]
    }
    case 'class-values': {
      const { layer } = building.values(direct.of)
      const step = building.add('zonal_statistics', { values: layer, zones: PRODUCT })
      return [{ step, figure: direct.statistic }]
    }
    case 'classes-apart': {
      const { layer } = building.values(direct.of)
      const step = building.add('zonal_statistics', { values: layer, zones: PRODUCT })
      const figure = (code: number): Binding => ({
        from: 'figure',
        step,
        figure: quantityName({ name: direct.statistic, group: String(code) }),
      })
      const [a, b] = direct.codes
      const args: PlanStep['args'] = { operation: value('subtract'), a: figure(a), b: figure(b) }
      return [{ step: building.add('calculate', args), figure: 'result' }]
    }
    case 'class-rank': {
      const { layer } = building.values(direct.of)
      const { statistic, direction } = direct
      const args = { values: layer, zones: PRODUCT, statistic: value(statistic), direction: value(direction) }
      return [{ step: building.add('rank_zones', args), label: 'first_zone' }]
    }
  }
}

const PAIR = ['pre', 'post'] as const

/** Both dates marked alike, and what became of the marks; of water how much of it lies on ground that burned meanwhile. */
function balance(
  { target, sources }: Extract<Direct, { kind: 'balance' }>,
  building: Building,
): readonly AnswerPart[] {
  const { admissible, context } = building.input
  const source = sources.find((name) => admissible.has(name)) ?? sources[0]!
  const way = waysToMark(target).find((each) => each.source === source && each.threshold !== null)!
  const index = (name: string) =>
    PAIR.map((role) => building.add(name, { scene: { from: 'role', role } })) as [string, string]
  const marked = index(source).map((step) =>
    building.add('threshold_mask', {
      layer: of(step),
      rule: value('value'),
      value: { from: 'slot', slot: 'threshold', default: way.threshold! },
      side: { from: 'slot', slot: 'side', default: way.side },
    }),
  )
  const [before, after] = marked as [string, string]
  const step = building.add('gain_loss', { before: of(before), after: of(after) })
  const parts = BALANCE.map((figure) => ({ step, figure }))
  // Between unlike seasons the burn ratio tells of leaves and snow.
  if (target !== 'water' || !admissible.has('nbr') || !areOfOneSeason(context.dates)) return parts
  const [burn] = waysToMark('burned')
  const [first, second] = index('nbr')
  const fall = building.add('difference', {
    before: of(first),
    after: of(second),
    order: value(burn!.order!),
  })
  const scar = building.add('threshold_mask', {
    layer: of(fall),
    rule: value('value'),
    value: value(burn!.threshold!),
    side: value(burn!.side),
  })
  const both = building.add('combine_masks', { first: of(after), second: of(scar), operation: value('and') })
  return [...parts, { step: building.add('mask_area', { mask: of(both) }), figure: 'area' }]
}

const BALANCE = ['net_change', 'net_change_share', 'gained_area', 'lost_area', 'before_area', 'after_area']

/** Figures said beside the one that is asked for. */
const OTHERS = ['min', 'max']

/** The mask on one side of a limit; without one, of the threshold that the words give. */
function cut(layer: Binding, limit: Limit | null, building: Building): string {
  return building.add('threshold_mask', {
    layer,
    rule: value('value'),
    value: limit ? value(limit.value) : { from: 'slot', slot: 'threshold' },
    side: limit ? value(limit.side) : { from: 'slot', slot: 'side' },
  })
}

function sizeOf(mask: string, building: Building): readonly AnswerPart[] {
  const step = building.add('mask_area', {
    mask: of(mask),
    unit: { from: 'slot', slot: 'unit', default: 'ha' },
  })
  return ['area', 'share', 'pixels'].map((figure) => ({ step, figure }))
}
