import type { Binding } from '../memory/types.ts'
import type { ToolSpec } from '../tools/tool.ts'
import type { LayerId } from '../trace/layer.ts'
import { ZONE_WORDS } from './question-words.ts'
import type { DoneStep, Known, Plan, PlanStep, Question } from './types.ts'

/** The one outlined place that a question is about; `layer` where the words name it, else the newest loaded vector. */
export interface AskedArea {
  readonly layer: LayerId | null
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
const THE = '(?: (?:the|my|this|that|our))?'
const MADE = '(?:drawn|outlined|marked|sketched|traced|imported|selected|dropped)'
const SHAPE = '(?:area|polygon|rectangle|circle|box|shape|outline|perimeter|boundary|region|zone)'
const DREW =
  "(?: (?:that |which )?(?:I|we)(?:[ ’']ve| have)? (?:just )?(?:drew|drawn|outlined|marked|sketched|traced|imported|dropped))"
const ID = '(?: ?\\(?(?:of )?(layer-\\d+)\\)?)?'

/** What a person drew or gave, beyond doubt. */
const DRAWN = new RegExp(
  `,?\\s*\\b${WHERE}${THE} (?:${MADE} ${SHAPE}|${SHAPE}${DREW}|what (?:I|we) drew)\\b${ID}`,
  'i',
)
/** What may be one, where features are loaded. */
const OUTLINED = new RegExp(
  `,?\\s*\\b${WHERE}${THE} (?:area of interest|AOI|polygon|rectangle|outline|perimeter|boundary|(?<=(?:inside|within)(?: of)?${THE} )area)\\b${ID}`,
  'i',
)
const BY_ID = new RegExp(`,?\\s*\\b${WHERE} (layer-\\d+)\\b`, 'i')

/** Takes the words for one outlined place out of a question. Each of several zones is another question. */
export function readArea(text: string, { products }: Pick<Known, 'products'>): AreaReading {
  const vectors = products.filter(({ port }) => port.kind === 'vector')
  const isThere = vectors.some(({ made }) => made !== true)
  const none: AreaReading = { rest: text, area: null, refusal: null }
  if (ZONE_WORDS.test(text)) return none
  const byId = BY_ID.exec(text)
  if (byId && vectors.some(({ id }) => id === byId[1]!.toLowerCase())) return found(text, byId)
  const drawn = DRAWN.exec(text)
  if (drawn && !isThere && !drawn[1]) {
    return {
      ...none,
      refusal:
        'No area is there to look inside: draw one on the map (“Area”), or drop a GeoJSON file with its polygon.',
    }
  }
  const match = drawn ?? (isThere ? OUTLINED.exec(text) : null)
  return match ? found(text, match) : none
}

function found(text: string, match: RegExpExecArray): AreaReading {
  const before = text.slice(0, match.index)
  const rest = `${before}${text.slice(match.index + match[0].length)}`.replace(/^[\s,]+/, '')
  return { rest, area: { layer: match[1]?.toLowerCase() ?? null }, refusal: null }
}

const CLIP = 'clip_to_polygons'

/**
 * The plan with what it measures cut to the area first, outside of which nothing counts. What is cut is what the figures
 * are taken of, so that a threshold found from the values is that of the whole scene. Null where a figure is taken from
 * the scenes themselves, which are cut by no tool.
 */
export function insideArea(plan: Plan, specs: readonly ToolSpec[]): Plan | null {
  const specOf = ({ tool }: Pick<PlanStep, 'tool'>) => specs.find(({ name }) => name === tool)
  const takesVector = plan.steps.some((step) =>
    Object.entries(specOf(step)?.needs ?? {}).some(
      ([name, { kind }]) => kind === 'vector' && step.args[name]?.from === 'role',
    ),
  )
  if (takesVector) return plan
  const cut = new Map<string, string>()
  const steps: PlanStep[] = []
  const clipped = (source: string): string => {
    const known = cut.get(source)
    if (known !== undefined) return known
    const id = `inside-${source}`
    cut.set(source, id)
    const args: Record<string, Binding> = {
      layer: { from: 'step', step: source },
      polygons: { from: 'role', role: 'product' },
    }
    steps.push({ id, tool: CLIP, args, purpose: 'What lies inside the area' })
    return id
  }
  for (const step of plan.steps) {
    const spec = specOf(step)
    if (!spec) return null
    if (spec.gives.kind === 'raster' || step.tool === 'export_layer') {
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
  return measuredInside({ ...plan, steps }, { specOf, clipped, steps })
}

/** Figures that a step gives of the raster it makes are of all of it: those of the part are measured anew. */
function measuredInside(
  plan: Plan,
  {
    specOf,
    clipped,
    steps,
  }: {
    readonly specOf: (step: Pick<PlanStep, 'tool'>) => ToolSpec | undefined
    readonly clipped: (source: string) => string
    readonly steps: PlanStep[]
  },
): Plan | null {
  const answer: Plan['answer'][number][] = []
  const measured = new Map<string, string>()
  for (const part of plan.answer) {
    const step = plan.steps.find(({ id }) => id === part.step)
    const gives = step && specOf(step)?.gives
    if (!step || gives?.kind !== 'raster' || step.tool === 'export_layer') {
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
      steps.push({ id, tool, args, purpose: 'Figures of what lies inside the area' })
    }
    answer.push({ step: measured.get(step.id)!, figure: part.figure! })
  }
  return answer.some(({ figure }) => figure !== 'threshold')
    ? { ...plan, steps, answer, title: `${plan.title}, inside the area` }
    : null
}

const OF_MASKS: ReadonlySet<string> = new Set(['area', 'pixels', 'share'])
const OF_VALUES: ReadonlySet<string> = new Set(['mean', 'median', 'std', 'min', 'max'])

/** True of plans that look inside an area just where the words do: one learned from such a question serves no other. */
export function seesArea(plan: Plan, { area, asks }: Pick<Question, 'area' | 'asks'>): boolean {
  return area !== null || asks.some(({ named }) => named.includes(CLIP)) || !isInside(plan)
}

const isInside = ({ steps }: Pick<Plan, 'steps'>): boolean => steps.some(({ tool }) => tool === CLIP)

/** Where the figures were taken: 'inside layer-4 alone'; empty where it was everywhere. */
export function insideWords(done: readonly Pick<DoneStep, 'call'>[]): readonly string[] {
  const areas = done.flatMap(({ call: { tool, args } }) => (tool === CLIP ? [String(args['polygons'])] : []))
  return areas.length === 0 ? [] : [`inside ${[...new Set(areas)].join(' and ')} alone`]
}

/** Why a question about an area has no plan where one about the whole scene would have. */
export const NOT_INSIDE =
  'No tool measures this inside an area. Areas, shares and values of an index can be measured there; other things can be asked of the whole scene.'
