import type { ModelState } from '../../src/bridge/index.ts'
import type { ModelUsage, RunEvent, RunRecord } from '../../src/trace/events.ts'
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

const usage: ModelUsage = { promptTokens: 612, reusedTokens: 418, writtenTokens: 24, milliseconds: 21_400 }

/** A model named its steps, was left out of one choice, asked twice, then lost; the planner went on. */
const LOST: readonly RunEvent[] = [
  {
    type: 'tools-retrieved',
    at: at - 4000,
    ask: 'How many hectares burned',
    subTasks: ['burn ratio of both dates', 'area of what changed'],
    tools: [
      {
        name: 'nbr',
        score: 4.21,
        because: 'used for 3 similar past questions',
        grounds: {
          subTask: { text: 'burn ratio of both dates', from: 'model', rank: 1 },
          questionRank: null,
          votes: { used: 3, of: 4, share: 0.81 },
          transitions: [{ tool: 'difference', side: 'before', times: 3 }],
        },
      },
      {
        name: 'mask_perimeter',
        score: 0.3,
        because: 'fits the loaded data',
        grounds: {
          subTask: null,
          questionRank: null,
          votes: { used: 0, of: 4, share: 0 },
          transitions: [],
        },
      },
    ],
  },
  { type: 'model-call', at: at - 4000, step: 1, verb: 'fill', of: 'plan', usage, refused: null },
  {
    type: 'decision',
    at: at - 3000,
    step: 1,
    by: 'workflow',
    reason: '3 earlier runs of this kind of question went this way; the language model was not asked',
    options: [{ name: 'nbr', prior: 0.98, evidence: null }],
    chosen: 'nbr',
    modelSkipped: true,
  },
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
