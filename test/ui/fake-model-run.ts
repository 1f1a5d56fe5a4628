import type { ModelState } from '../../src/bridge/index.ts'
import type { RunEvent, RunRecord } from '../../src/trace/events.ts'
import { EVENTS, RECORD } from './fake-run.ts'

const at = RECORD.startedAt
const ANSWER = EVENTS.findIndex((event) => event.type === 'answer')

/** A run of the same question that was cut off after its second step. */
export const CUT_OFF: RunRecord = {
  ...RECORD,
  status: 'stopped',
  events: [
    ...EVENTS.slice(
      0,
      EVENTS.findIndex((event) => event.type === 'step-start' && event.step === 3),
    ),
    { type: 'run-end', at, status: 'stopped' },
  ],
}

const usage = { promptTokens: 612, reusedTokens: 418, writtenTokens: 24, milliseconds: 21_400 }

/** A model was asked twice, then lost; the planner went on. */
const LOST: readonly RunEvent[] = [
  {
    type: 'decision',
    at: at - 2000,
    step: 1,
    by: 'model',
    reason: 'retrieval, the recalled procedure and transitions give the prior',
    options: [
      { name: 'burn_severity', prior: 0.31, evidence: 1.42 },
      { name: 'nbr', prior: 0.62, evidence: -0.11 },
      { name: 'ratio_of_layers', prior: 0.05, evidence: 0.8 },
      { name: 'ask_user', prior: 0.02, evidence: -0.93 },
    ],
    chosen: 'burn_severity',
    weight: 0.5,
    usage,
  },
  {
    type: 'model-call',
    at: at - 1000,
    step: 1,
    verb: 'fill',
    usage: { ...usage, writtenTokens: 17 },
    refused: 'after must be of an earlier date than before',
  },
  {
    type: 'hand-over',
    at,
    reason:
      'it failed (the graphics processor was taken from the model (GPUDevice was destroyed), mostly for want of memory; close other programs, load the model again or take a smaller one)',
  },
]

export const HANDED_OVER: RunRecord = {
  ...RECORD,
  events: [...EVENTS.slice(0, 3), ...LOST, ...EVENTS.slice(3, ANSWER), ...EVENTS.slice(ANSWER)],
}

export const FAILED_MODEL: ModelState = {
  state: 'failed',
  choice: { engine: 'wllama', modelId: 'smollm2-135m-instruct.q4-1', policy: 'hybrid' },
  message:
    'There is not enough memory for this model: it needs 98 MB and its context besides. Close other tabs, or take a smaller model.',
}
