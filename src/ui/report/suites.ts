import type { EvaluationRow } from '../../trace/evaluation.ts'

/** A suite as the page shows it. */
export interface SuiteWords {
  readonly name: string
  readonly title: string
  readonly about: string
  /** Figure of its curves and ablations. */
  readonly main: string
  /** Caption of the table that a row belongs to. */
  readonly captionOf: (row: EvaluationRow) => string
  /** True where it writes single runs. */
  readonly hasRuns: boolean
}

const TOOL_TABLES: Readonly<Record<string, string>> = {
  library: 'The library',
  family: 'By family',
  'earth-agent': 'Tools of Earth-Agent',
}

/** Every suite whose figures are shown, in order. */
export const SUITES: readonly SuiteWords[] = [
  {
    name: 'field',
    title: 'FieldBench',
    about:
      'Questions about scenes with known truth, answered by the whole agent. Accuracy is over tasks that can be answered, refusal over those that cannot. The failures of the test split were read and mended once, so its accuracy tells of regressions and not of new questions: 0.882 when it was asked blind, 0.911 of 180 wordings written afterwards.',
    main: 'accuracy',
    captionOf: ({ name }) => (name === 'geoforge' ? 'By memory' : 'By type of task, memory on'),
    hasRuns: true,
  },
  {
    name: 'earthbench',
    title: 'Earth-Bench planning',
    about:
      'Tools planned for recorded tasks: the next one where the true history is given (step), or all of them (free). Memory comes from the other folds alone.',
    main: 'any_order',
    captionOf: () => 'By planner, protocol and memory',
    hasRuns: true,
  },
  {
    name: 'geoplan-planning',
    title: 'GeoPlan-bench planning',
    about: 'Flows of tools planned with memory of the training tasks.',
    main: 'f1',
    captionOf: () => 'By planner and memory',
    hasRuns: true,
  },
  {
    name: 'retrieval',
    title: 'Tool retrieval',
    about: 'Which tools a question needs, on published sets.',
    main: 'recall_at_20',
    captionOf: () => 'By set, method and protocol',
    hasRuns: false,
  },
  {
    name: 'tools',
    title: 'Tools',
    about:
      'How many tools there are, how many have a test of their own, and whether they agree with Earth-Agent’s.',
    main: 'tools',
    captionOf: ({ name }) => TOOL_TABLES[name] ?? name,
    hasRuns: false,
  },
]

/** The command that makes the results of a suite. */
export const commandOf = ({ name, hasRuns }: SuiteWords) =>
  `npm run eval -- ${name} --json bench/results/${name}.json${hasRuns ? ' --runs bench/results/runs' : ''}`
