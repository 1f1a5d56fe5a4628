import type { RunStatus } from '../../trace/events.ts'

interface StatusWords {
  readonly label: string
  readonly tone: 'plain' | 'good' | 'warn' | 'bad' | 'accent'
  /** What it means for the person; empty where the answer says it all. */
  readonly meaning: string
}

/** How each end of a run is said. */
export const STATUS: Readonly<Record<RunStatus | 'running', StatusWords>> = {
  running: { label: 'Working', tone: 'accent', meaning: '' },
  answered: { label: 'Answered', tone: 'good', meaning: '' },
  declined: {
    label: 'Cannot be answered',
    tone: 'warn',
    meaning: 'The loaded data cannot answer this question.',
  },
  needs_input: {
    label: 'Needs your word',
    tone: 'warn',
    meaning: 'Something must be known first that the data does not say.',
  },
  ungrounded: {
    label: 'No grounded answer',
    tone: 'warn',
    meaning: 'The steps ran, but an answer would have held figures that no step measured. It is withheld.',
  },
  error: { label: 'Failed', tone: 'bad', meaning: 'A step failed and no other way was found.' },
  stopped: { label: 'Stopped', tone: 'plain', meaning: 'The run was stopped before it had an answer.' },
}

/** The words of the gate's conditions. */
export const CONDITIONS: Readonly<Record<string, string>> = {
  'tools-used': 'Tools were used',
  'answer-valid': 'The answer is valid',
  'calls-within-limit': 'Calls within the limit',
  'repeats-within-limit': 'Repeats within the limit',
  'nothing-forbidden': 'Nothing forbidden',
}
