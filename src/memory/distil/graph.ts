import { config } from '../../config.ts'
import { tokens } from '../../lib/text.ts'
import { isCoordinate } from '../gate/literals.ts'
import { isToken } from '../gate/slot-faults.ts'
import { learnedLife } from '../life.ts'
import { withRun } from '../provenance.ts'
import { signatureOf, unitedSignature } from '../signature.ts'
import type { Binding, FinishedRun, FinishedStep, Workflow } from '../types.ts'
import type { Changes } from './changes.ts'
import { mergeWorkflows, unitedQuestions, unitedTexts, workflowKey } from './merge.ts'
import { compress, sequenceWords, typeWords, type Trace } from './trace.ts'

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

/** ΔW of a run that passed: the workflow of its type, sequence and data grows, or a new one begins. */
export function countSuccess(changes: Changes, trace: Trace): void {
  const { run } = trace
  const steps = trace.answerSteps()
  const sequence = compress(steps)
  if (sequence.length === 0) return
  const { hintsKept, cautionsKept, questionsKept } = config.learning
  const base = equalWorkflow(changes, run, sequence) ?? newWorkflow(run, sequence)
  const cautions = run.steps.flatMap((step) => caution(step, trace))
  changes.put('workflows', {
    ...base,
    parameters: unitedTexts(base.parameters, steps.flatMap(hints), hintsKept),
    cautions: unitedTexts(base.cautions, cautions, cautionsKept),
    signature: unitedSignature(base.signature, signatureOf(run.context)),
    questionTokens: unitedQuestions(base.questionTokens, askedTokens(run.question), questionsKept),
    provenance: withRun(base.provenance, run),
    successes: base.successes + 1,
  })
}

/** n− of the workflow of this type, sequence and data, where there is one: a failure alone begins none. */
export function countFailure(changes: Changes, run: FinishedRun, sequence: readonly string[]): void {
  const known = equalWorkflow(changes, run, sequence)
  if (known) changes.put('workflows', { ...known, failures: known.failures + 1 })
}

/** The one workflow that a run's sequence belongs to; those that stand beside each other as equals are merged first. */
const equalWorkflow = (
  changes: Changes,
  { taskType, context }: Pick<FinishedRun, 'taskType' | 'context'>,
  sequence: readonly string[],
): Workflow | undefined =>
  mergeWorkflows(changes, workflowKey({ taskType, sequence, signature: signatureOf(context) }))

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

function askedTokens(question: string): Workflow['questionTokens'] {
  const asked = [...new Set(tokens(question))].filter(isToken)
  return asked.length === 0 ? [] : [asked]
}
