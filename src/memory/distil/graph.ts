import { tokens } from '../../lib/text.ts'
import { isCoordinate } from '../gate/literals.ts'
import { isToken } from '../gate/slot-faults.ts'
import { learnedLife } from '../life.ts'
import { withRun } from '../provenance.ts'
import { signatureOf } from '../signature.ts'
import type { Binding, FinishedRun, FinishedStep, Workflow } from '../types.ts'
import type { Changes } from './changes.ts'
import { compress, sequenceWords, typeWords, type Trace } from './trace.ts'

/** Past questions kept with a workflow; older ones give way. */
const QUESTIONS_KEPT = 20
const HINTS_KEPT = 12

/** ΔA: each transition of z once, as a success or a failure. */
export function countEdges(changes: Changes, sequence: readonly string[], success: boolean): void {
  const pairs = sequence.slice(1).map((to, index) => ({ from: sequence[index]!, to }))
  const seen = new Set<string>()
  for (const { from, to } of pairs) {
    const id = `${from}>${to}`
    if (from === to || seen.has(id)) continue
    seen.add(id)
    const edge = changes.get('edges', id) ?? { id, from, to, successes: 0, failures: 0 }
    changes.put('edges', {
      ...edge,
      successes: edge.successes + (success ? 1 : 0),
      failures: edge.failures + (success ? 0 : 1),
    })
  }
}

/** ΔW of a run that passed: the workflow of its type and sequence grows, or a new one begins. */
export function countSuccess(changes: Changes, trace: Trace): void {
  const { run } = trace
  const steps = trace.answerSteps()
  const sequence = compress(steps)
  if (sequence.length === 0) return
  const known = equalWorkflow(changes, run, sequence)
  const base = known ?? newWorkflow(run, sequence)
  changes.put('workflows', {
    ...base,
    parameters: union(base.parameters, steps.flatMap(hints)),
    cautions: union(
      base.cautions,
      trace.run.steps.flatMap((step) => caution(step, trace)),
    ),
    questionTokens: withQuestion(base.questionTokens, run.question),
    provenance: withRun(base.provenance, run),
    successes: base.successes + 1,
  })
}

/** n− of the workflow of this type and sequence, where there is one: a failure alone begins none. */
export function countFailure(changes: Changes, run: FinishedRun, sequence: readonly string[]): void {
  const known = equalWorkflow(changes, run, sequence)
  if (known) changes.put('workflows', { ...known, failures: known.failures + 1 })
}

export function equalWorkflow(
  changes: Changes,
  { taskType }: Pick<FinishedRun, 'taskType'>,
  sequence: readonly string[],
): Workflow | undefined {
  return changes
    .rows('workflows')
    .find(
      (row) =>
        row.state !== 'quarantined' && row.taskType === taskType && row.sequence.join() === sequence.join(),
    )
}

function newWorkflow(run: FinishedRun, sequence: readonly string[]): Workflow {
  const titles = sequence.map((tool) => run.specs.find(({ name }) => name === tool)?.title ?? tool)
  return {
    id: `workflow-${run.runId}`,
    taskType: run.taskType,
    description: `${typeWords(run.taskType)}: ${sequenceWords(titles)}`,
    sequence,
    parameters: [],
    cautions: [],
    signature: signatureOf(run.context),
    questionTokens: [],
    successes: 0,
    failures: 0,
    ...learnedLife(run),
    provenance: [],
  }
}

/** The settings that a policy chose or the question fixed, as 'tool argument value'. */
function hints({ call, bindings }: FinishedStep): readonly string[] {
  return Object.entries(bindings).flatMap(([name, binding]) => {
    const value = call.args[name]
    const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    return isSetting(binding) && isPlain && !isCoordinate(name) ? [`${call.tool} ${name} ${value}`] : []
  })
}

const isSetting = ({ from }: Binding) => from === 'value' || from === 'slot'

function caution(step: FinishedStep, trace: Trace): readonly string[] {
  const chain = sequenceWords(compress(trace.withSources([step])))
  return step.failedChecks.map((check) => `${chain} failed the check ${check}`)
}

function withQuestion(known: Workflow['questionTokens'], question: string): Workflow['questionTokens'] {
  const asked = [...new Set(tokens(question))].filter(isToken)
  const repeated = known.some((other) => other.join(' ') === asked.join(' '))
  return repeated || asked.length === 0 ? known : [...known, asked].slice(-QUESTIONS_KEPT)
}

const union = (first: readonly string[], second: readonly string[]) =>
  [...new Set([...first, ...second])].slice(0, HINTS_KEPT)
