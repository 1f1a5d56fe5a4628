import type { Binding } from '../memory/types.ts'
import type { ToolSpec } from '../tools/tool.ts'
import type { LayerId } from '../trace/layer.ts'
import { ZONE_WORDS } from './question-words.ts'
import type { DoneStep, Known, Plan, PlanStep, Question } from './types.ts'

/** The one outlined place that a question is about; `layer` where the words name it, else the newest loaded vector. */
export interface AskedArea {
  readonly layer: LayerId | null
  /** What counts: the pixels inside of it, or all others. */
  readonly side: 'inside' | 'outside'
}

export interface AreaReading {
  /** The words without the place: what is left is asked of any place. */
  readonly rest: string
  readonly area: AskedArea | null
  /** Why the place cannot be served; null where it can, or none is named. */
  readonly refusal: string | null
}

const WHERE =
  '(?:(?:inside|within|in|over|across)(?: of)?|(?<=\\b(?:share|part|fraction|proportion|percentage|percent|much|many hectares) )of)'
const BEYOND =
  '(?:outside(?: of)?|beyond|(?:leav(?:e|ing)|left) out|(?:exclud|ignor)(?:e|ing)|except(?: for| in(?:side)?| within)?|without|apart from|other than|not (?:inside|within|in|over)(?: of)?)'
const THE = '(?: (?:the|my|this|that|our))?'
const MADE = '(?:drawn|outlined|marked|sketched|traced|imported|selected|dropped)'
const SHAPE = '(?:area|polygon|rectangle|circle|box|shape|outline|perimeter|boundary|region|zone)'
const DREW =
  "(?: (?:that |which )?(?:I|we)(?:[ ’']ve| have)? (?:just )?(?:drew|drawn|outlined|marked|sketched|traced|imported|dropped))"
const ID = '(?: ?\\(?(?:of )?(layer-\\d+)\\)?)?'

interface Place {
  /** What a person drew or gave, beyond doubt. */
  readonly drawn: RegExp
  /** What may be one, where features are loaded. */
  readonly outlined: RegExp
  readonly byId: RegExp
}

const place = (where: string, ofArea: string): Place => ({
  drawn: new RegExp(
    `,?\\s*\\b${where}${THE} (?:${MADE} ${SHAPE}|${SHAPE}${DREW}|what (?:I|we) drew)\\b${ID}`,
    'i',
  ),
  outlined: new RegExp(
    `,?\\s*\\b${where}${THE} (?:area of interest|AOI|polygon|rectangle|outline|perimeter|boundary|${ofArea}area)\\b${ID}`,
    'i',
  ),
  byId: new RegExp(`,?\\s*\\b${where}${THE} (layer-\\d+)\\b`, 'i'),
})

/** The side that leaves more out is looked for first: 'not inside' has 'inside' in it. */
const SIDES: readonly (readonly [side: AskedArea['side'], place: Place])[] = [
  ['outside', place(BEYOND, '')],
  ['inside', place(WHERE, `(?<=(?:inside|within)(?: of)?${THE} )`)],
]
/** Words that set the place beside another one. */
const OTHER_PLACE = /\b(?:inside|outside|(?:the )?rest|elsewhere|remainder|everywhere else)\b/i

/** Takes the words for one outlined place out of a question. Each of several zones is another question. */
export function readArea(text: string, { products }: Pick<Known, 'products'>): AreaReading {
  const vectors = products.filter(({ port }) => port.kind === 'vector')
  const isThere = vectors.some(({ made }) => made !== true)
  const none: AreaReading = { rest: text, area: null, refusal: null }
  if (ZONE_WORDS.test(text)) return none
  for (const [side, { drawn, outlined, byId }] of SIDES) {
    const named = byId.exec(text)
    const known = named && vectors.some(({ id }) => id === named[1]!.toLowerCase()) ? named : null
    const made = drawn.exec(text)
    if (known === null && made && !isThere && !made[1]) return { ...none, refusal: NO_AREA }
    const match = known ?? made ?? (isThere ? outlined.exec(text) : null)
    if (match) return found(text, match, side)
  }
  const compared = isThere || DRAWN_SAID.test(text) ? COMPARED.exec(text) : null
  if (compared) return { ...none, refusal: isThere ? TWO_PLACES : NO_AREA }
  return none
}

const NO_AREA =
  'No area is there to look at: draw one on the map and keep it (“Areas of interest”), or drop a file with its polygon, such as GeoJSON.'
const TWO_PLACES =
  'The question sets the area beside the rest: ask for what lies inside of it, and then for what lies outside.'
/** 'More in the drawn area or in the rest', where no word says on which side. */
const COMPARED = new RegExp(
  `\\b(?:${MADE} ${SHAPE}|area of interest|AOI|polygon|rectangle)\\b[^.?]*\\b(?:or|and|than|versus|vs)\\b[^.?]*\\b(?:rest|elsewhere|remainder|outside)\\b`,
  'i',
)
const DRAWN_SAID = new RegExp(`\\b${MADE} ${SHAPE}\\b`, 'i')

function found(text: string, match: RegExpExecArray, side: AskedArea['side']): AreaReading {
  const before = text.slice(0, match.index)
  const rest = `${before}${text.slice(match.index + match[0].length)}`.replace(/^[\s,]+/, '')
  if (OTHER_PLACE.test(rest)) return { rest: text, area: null, refusal: TWO_PLACES }
  return { rest, area: { layer: match[1]?.toLowerCase() ?? null, side }, refusal: null }
}

const CLIP = 'clip_to_polygons'

/**
 * The plan with what it measures cut to the area first, beyond which nothing counts (or inside of which, for the outside). What is cut is what the figures
 * are taken of, so that a threshold found from the values is that of the whole scene. Null where a figure is taken from
 * the scenes themselves, which are cut by no tool.
 */
export function insideArea(
  plan: Plan,
  specs: readonly ToolSpec[],
  side: AskedArea['side'] = 'inside',
): Plan | null {
  const specOf = ({ tool }: Pick<PlanStep, 'tool'>) => specs.find(({ name }) => name === tool)
  // Classes that no step takes up are a measure of what they are made of.
  const isMeasure = (step: PlanStep) => {
    const gives = specOf(step)?.gives
    return gives?.kind !== 'raster' || (gives.quantity === 'class' && !isTaken(step, plan))
  }
  const takesVector = plan.steps.some((step) =>
    Object.entries(specOf(step)?.needs ?? {}).some(
      ([name, { kind }]) => kind === 'vector' && step.args[name]?.from === 'role',
    ),
  )
  // One that takes polygons for another purpose looks at one side of them as it is.
  if (takesVector) return side === sideOf(plan) ? plan : null
  const cut = new Map<string, string>()
  const steps: PlanStep[] = []
  const clipped = (source: string): string => {
    const known = cut.get(source)
    if (known !== undefined) return known
    const id = `${side}-${source}`
    cut.set(source, id)
    const args: Record<string, Binding> = {
      layer: { from: 'step', step: source },
      polygons: { from: 'role', role: 'product' },
      ...(side === 'outside' && { keep: { from: 'value', value: side } }),
    }
    steps.push({ id, tool: CLIP, args, purpose: `What lies ${side} the area` })
    return id
  }
  for (const step of plan.steps) {
    const spec = specOf(step)
    if (!spec) return null
    if (!isMeasure(step) || step.tool === 'export_layer') {
      steps.push(step)
      continue
    }
    const args: Record<string, Binding> = { ...step.args }
    for (const [name, need] of Object.entries(spec.needs)) {
      const binding = args[name]
      if (!binding || (need.kind !== 'raster' && need.kind !== 'rasters')) continue
      if (binding.from === 'step') args[name] = { from: 'step', step: clipped(binding.step) }
      else if (binding.from === 'steps')
        args[name] = { from: 'steps', steps: binding.steps.map((each) => clipped(each)) }
      else return null
    }
    steps.push({ ...step, args })
  }
  return measuredInside({ ...plan, steps }, { specOf, isMeasure, clipped, steps, side })
}

const isTaken = ({ id }: PlanStep, { steps }: Plan): boolean =>
  steps.some(({ args }) =>
    Object.values(args).some(
      (binding) =>
        (binding.from === 'step' && binding.step === id) ||
        (binding.from === 'steps' && binding.steps.includes(id)),
    ),
  )

/** Figures that a step gives of the raster it makes are of all of it: those of the part are measured anew. */
function measuredInside(
  plan: Plan,
  {
    specOf,
    isMeasure,
    clipped,
    steps,
    side,
  }: {
    readonly specOf: (step: Pick<PlanStep, 'tool'>) => ToolSpec | undefined
    readonly isMeasure: (step: PlanStep) => boolean
    readonly clipped: (source: string) => string
    readonly steps: PlanStep[]
    readonly side: AskedArea['side']
  },
): Plan | null {
  const answer: Plan['answer'][number][] = []
  const measured = new Map<string, string>()
  for (const part of plan.answer) {
    const step = plan.steps.find(({ id }) => id === part.step)
    const gives = step && specOf(step)?.gives
    if (!step || gives?.kind !== 'raster' || isMeasure(step) || step.tool === 'export_layer') {
      answer.push(part)
      continue
    }
    const [tool, argument, figures] =
      gives.quantity === 'mask' ? ['mask_area', 'mask', OF_MASKS] : ['statistics', 'layer', OF_VALUES]
    // The limit that was found is the scene's, and is told as such.
    if (part.figure === 'threshold') answer.push(part)
    if (!figures.has(part.figure ?? '') || !specOf({ tool })) continue
    if (!measured.has(step.id)) {
      const id = `of-${clipped(step.id)}`
      measured.set(step.id, id)
      const args: Record<string, Binding> = { [argument]: { from: 'step', step: clipped(step.id) } }
      steps.push({ id, tool, args, purpose: `Figures of what lies ${side} the area` })
    }
    answer.push({ step: measured.get(step.id)!, figure: part.figure! })
  }
  return answer.some(({ figure }) => figure !== 'threshold')
    ? { ...plan, steps, answer, title: `${plan.title}, ${side} the area` }
    : null
}

const OF_MASKS: ReadonlySet<string> = new Set(['area', 'pixels', 'share'])
const OF_VALUES: ReadonlySet<string> = new Set(['mean', 'median', 'std', 'min', 'max'])

/** True of plans that look inside an area just where the words do: one learned from such a question serves no other. */
export function seesArea(plan: Plan, { area, asks }: Pick<Question, 'area' | 'asks'>): boolean {
  if (!plan.steps.some(({ tool }) => tool === CLIP)) return true
  return area === null ? asks.some(({ named }) => named.includes(CLIP)) : area.side === sideOf(plan)
}

const sideOf = ({ steps }: Pick<Plan, 'steps'>): AskedArea['side'] =>
  steps.some(
    ({ tool, args: { keep } }) => tool === CLIP && keep?.from === 'value' && keep.value === 'outside',
  )
    ? 'outside'
    : 'inside'

/** Where the figures were taken: 'inside layer-4 alone'; empty where it was everywhere. */
export function insideWords(done: readonly Pick<DoneStep, 'call'>[]): readonly string[] {
  const areas = done.flatMap(({ call: { tool, args } }) =>
    tool === CLIP ? [`${args['keep'] === 'outside' ? 'outside' : 'inside'} ${String(args['polygons'])}`] : [],
  )
  return areas.length === 0 ? [] : [`${[...new Set(areas)].join(' and ')} alone`]
}

/** Why a question about an area has no plan where one about the whole scene would have. */
export const NOT_INSIDE =
  'No tool measures this in one area alone. Areas, shares and values of an index can be measured there; other things can be asked of the whole scene.'
