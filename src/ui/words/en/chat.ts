import { count } from '../count.ts'
import { charts } from './chat-charts.ts'
import { exports } from './chat-export.ts'
import { runs } from './chat-runs.ts'

/** Words of src/ui/chat and src/ui/charts. */
export const chat = {
  charts,
  exports,
  ...runs,
  conversation: {
    label: 'Conversation',
    onlyOther: 'Only the other tab can ask',
    placeholder: 'Ask about area, change, direction, severity…',
    loadFirst: 'Load data, then ask about it',
    title: 'Ask about the loaded data',
    about:
      'GeoForge plans the steps, measures on the pixels, and shows each step while it works. Every figure of an answer leads back to the step that measured it.',
    noData: 'Load some data first: it stands on the left.',
    memoryOff: 'Memory is off: nothing is recalled, nothing is kept.',
    memoryReadOnly: 'Memory is read only: it is recalled, nothing is kept.',
    turnOn: 'Turn it on',
    exportAll: 'Export all',
  },
  composer: {
    question: 'Your question',
    ask: 'Ask',
    stop: 'Stop',
    inEnglish: 'Questions are read in English for now.',
    keys: 'Enter asks · Shift + Enter: new line · ↑: asked before',
    fitting: 'Questions that fit the data',
    following: 'goes on from the last answer',
  },
  answer: {
    label: 'Answer',
    chosen: 'Chosen:',
    limits: 'Limits of this answer',
    modelIdle: (model: string) =>
      `A language model (${model}) was asked and changed nothing: the steps are those of fixed rules and of the memory. All figures come from the steps alone.`,
    planner: 'No language model was used. The plan and the wording follow fixed rules.',
    model: (model: string) =>
      `A language model${model === '' ? '' : ` (${model})`} had a part in choosing the steps. All figures come from the steps alone.`,
    fromStep: (step: number, tool: string) => `From step ${step}: ${tool}`,
    stepSpoken: (step: number) => ` (from step ${step})`,
  },
  spoken: {
    right: 'Marked as right',
    wrong: 'Marked as wrong; the credit was taken back',
    step: (step: number, what: string) => `Step ${step}: ${what}`,
    both: (begun: string, isDone: boolean) => `${begun}, ${isDone ? 'done' : 'failed'}`,
    done: (step: number) => `Step ${step} is done`,
    failed: (step: number) => `Step ${step} failed`,
    answer: (text: string) => `Answer: ${text}`,
  },
  status: {
    running: 'Working',
    answered: 'Answered',
    declined: 'Cannot be answered',
    needs_input: 'Needs your word',
    ungrounded: 'No grounded answer',
    error: 'Failed',
    stopped: 'Stopped',
  },
  statusMeans: {
    declined: 'No figure is given, for the reason told here.',
    needs_input: 'Something must be known first that the data does not say.',
    ungrounded: 'The steps ran, but an answer would have held figures that no step measured. It is withheld.',
    error: 'A step failed and no other way was found.',
    stopped: 'The run was stopped before it had an answer.',
  },
  conditions: {
    'tools-used': 'Tools were used',
    'answer-valid': 'The answer is valid',
    'calls-within-limit': 'Calls within the limit',
    'repeats-within-limit': 'Repeats within the limit',
    'nothing-forbidden': 'Nothing forbidden',
  },
  saveTool: {
    title: 'Save as tool',
    save: 'Save',
    name: 'Name, to ask for it by',
    example: 'burned_area_check',
    hint: 'Small letters, digits and _, such as lake_loss.',
    what: 'What it is for (shown to you alone)',
    reading: 'Reading…',
    cannot: (why: string) => `It cannot be saved: ${why}.`,
    layerGone:
      'a layer that the run was given has been removed since; ask the question again and save that run',
  },
  correct: {
    title: 'What should it have done?',
    action: 'Remember it',
    hint: 'It becomes an experience that later runs are shown. Write no answers, file names or addresses: they are refused.',
    step: 'Step',
    argument: 'Argument',
    whole: 'The step as a whole',
    instead: 'Do this instead',
    example: 'Use a threshold of 0.1 over wetlands.',
  },
  decisions: {
    by: (who: string, reason: string) => `by ${who}: ${reason}`,
    spoke: (step: number) => `What spoke for each option of step ${step}`,
    option: 'Option',
    prior: 'Prior',
    priorMeans: 'Probability from retrieval, memory and past transitions',
    evidence: 'Evidence',
    evidenceMeans: "What the question adds to the model's liking, in nats",
    usage: (weight: string, tokens: number, reused: number, written: number, time: string) =>
      `Evidence counts ${weight} times. ${count(tokens, 'token', 'tokens')} in, ${reused} of them reused; ${written} out; ${time}.`,
    plan: 'Steps to find tools for',
    arguments: 'Arguments',
    text: 'Text',
    byModel: (what: string) => `${what} by the model:`,
    taken: 'taken',
    refused: (why: string) => `refused, ${why}`,
    tokens: (tokens: number, reused: number, written: number) =>
      `· ${count(tokens, 'token', 'tokens')} in, ${reused} of them reused; ${written} out`,
    whole: (tokens: number, reused: number, written: number, time: string) =>
      `In all: ${count(tokens, 'token', 'tokens')} read by the language model, ${reused} of them from its cache, ${written} written, ${time}.`,
    skipped: (choices: number) =>
      `${count(choices, 'choice was', 'choices were')} made without asking it: earlier runs had left no doubt.`,
  },
  retrieved: {
    title: (tools: number) => `${tools} tools retrieved, and why`,
    again: (tools: number) => `${tools} tools retrieved for the steps that the language model named, and why`,
    ranked: (tools: number) => `Only the ${tools} tools that fit this data were ranked.`,
    lookedFor: 'Looked for:',
    list: 'Retrieved tools, best first',
    score: 'How strongly it was found; compare within this list alone',
    sources: {
      model: 'a step that the language model named',
      skill: 'a step of the recalled skill',
      workflow: 'a step of the recalled workflow',
      question: 'a part of the question or what it leaves unsaid',
    },
    /** How a text speaks for a tool where that is not by its words alone. */
    by: { meaning: ' by its meaning', both: ' by words and meaning' },
    of: { words: 'the words', meaning: 'the meaning', both: 'words and meaning' },
    forPart: (rank: number, text: string, by: string, source: string) =>
      `${ordinal(rank)} for “${text}”${by}, ${source}`,
    forQuestion: (rank: number, of: string) => `${ordinal(rank)} for ${of} of the whole question`,
    votes: (used: number, of: number, share: string) =>
      `Used for ${used} of ${count(of, 'similar past question', 'similar past questions')}, ${share} of their vote`,
    after: (tool: string, times: number) =>
      `Came right after ${tool} ${count(times, 'time', 'times')} in past runs`,
    before: (tool: string, times: number) =>
      `Came right before ${tool} ${count(times, 'time', 'times')} in past runs`,
    nothing: 'Nothing speaks for it but that it fits the data',
  },
}

function ordinal(rank: number): string {
  const teen = rank % 100 > 10 && rank % 100 < 14
  const end = teen ? 'th' : (['th', 'st', 'nd', 'rd'][rank % 10] ?? 'th')
  return `${rank}${end}`
}
