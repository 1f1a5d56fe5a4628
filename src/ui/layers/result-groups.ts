import type { Layer, LayerId } from '../../trace/layer.ts'
import type { RunView, StepView } from '../chat/run-view.ts'

/** The layers of the results that one run made or used last. */
export interface ResultGroup {
  /** Null for results of runs that are not known any more. */
  readonly runId: string | null
  readonly question: string
  readonly startedAt: number
  /** The run ended before its answer: what it left may be half of what was wanted. */
  readonly isCutOff: boolean
  /** In the order of the stack. */
  readonly layers: readonly Layer[]
}

/** Results by run, the newest run first; `runs` oldest first, `stack` topmost first. */
export function resultGroups(stack: readonly Layer[], runs: readonly RunView[]): readonly ResultGroup[] {
  const results = stack.filter(isResult)
  const runOf = new Map<LayerId, RunView>()
  for (const run of runs) for (const id of madeBy(run)) runOf.set(id, run)
  for (const run of runs.filter(isCutOff)) {
    const left = results.filter((layer) => !runOf.has(layer.id) && leftBy(run, layer))
    for (const { id } of left) runOf.set(id, run)
  }
  const groups = [...runs].reverse().map((run) => ({
    runId: run.id,
    question: run.question,
    startedAt: run.startedAt,
    isCutOff: isCutOff(run),
    layers: results.filter(({ id }) => runOf.get(id) === run),
  }))
  const others = results.filter(({ id }) => !runOf.has(id))
  const rest = { runId: null, question: '', startedAt: 0, isCutOff: false, layers: others }
  return [...groups, rest].filter((group) => group.layers.length > 0)
}

const isCutOff = ({ status }: RunView): boolean => status === 'stopped' || status === 'error'

/** A layer of a step whose end was never written down: by the same tool from the same layers. */
function leftBy({ steps }: RunView, { lineage }: Layer): boolean {
  const isFrom = ({ state, call }: StepView) =>
    state === 'stopped' &&
    call.tool === lineage?.tool &&
    lineage.inputs.every(({ id }) => Object.values(call.args).flat().includes(id))
  return steps.some(isFrom)
}

/** What a run made, as against a person's own scenes and vectors. */
export const isResult = ({ storage }: Layer): boolean => storage.where === 'results'

function madeBy(run: RunView): readonly LayerId[] {
  return run.steps.flatMap((step) => step.observation?.layers ?? [])
}

/**
 * What the map shows of a run, topmost first: the first class or mask of its last step that made layers, else of the
 * answer, else that step's first layer; under features, what they were read from.
 */
export function mainLayers(run: RunView, layers: readonly Layer[]): readonly LayerId[] {
  const drawn = (ids: readonly LayerId[]) =>
    ids
      .map((id) => layers.find((layer) => layer.id === id))
      .filter((layer) => layer !== undefined)
      .filter(({ kind, scene }) => scene === null && (kind === 'raster' || kind === 'vector'))
  const last = run.steps
    .map((step) => drawn(step.observation?.layers ?? []))
    .findLast(({ length }) => length > 0)
  if (last === undefined) return []
  const answered = drawn(run.answer?.layers ?? [])
  const main = last[0]?.kind === 'vector' ? last[0] : ([...last, ...answered].find(isMap) ?? last[0])
  if (main === undefined) return []
  const under = main.kind === 'vector' ? drawn((main.lineage?.inputs ?? []).map(({ id }) => id)) : []
  return [main, ...under].map(({ id }) => id)
}

/** A class or mask says where; an index only how much. */
const isMap = ({ port }: Layer) =>
  port.kind === 'raster' && (port.quantity === 'class' || port.quantity === 'mask')
