import type { EvaluationRow } from '../../trace/evaluation.ts'

/** A suite as the page shows it. */
export interface SuiteWords {
  readonly name: string
  readonly title: string
  readonly about: string
  /** Figure of its curves and ablations. */
  readonly main: string
  /** Captions of the tables that a row stands in. */
  readonly captionsOf: (row: EvaluationRow) => readonly string[]
  /** Columns of which the best figure, the largest, is marked, and rows that are no rivals for it. */
  readonly compared?: { readonly columns: RegExp; readonly apart?: readonly string[] }
  /** What a row measures with something left out, and beside which others; null where it is no such row. */
  readonly ablationOf: (row: EvaluationRow) => Ablation | null
  /** True where it writes single runs. */
  readonly hasRuns: boolean
}

export interface Ablation {
  /** What is left out of, where a suite does it to several; rows of the same are compared. */
  readonly of: string
  readonly label: string
  /** What the bars tell apart: 'memory', 'part left out'. */
  readonly by: string
}

const byMemory = ({ name, memory }: EvaluationRow): Ablation | null =>
  name === 'geoforge' && memory !== undefined ? { of: '', label: String(memory), by: 'memory' } : null

/** What a row of a set stands under: 'geoplan, online'. Rows of other shapes stand under what they have of it. */
const setting = ({ set, protocol }: EvaluationRow) =>
  [set, protocol].filter((word) => word !== undefined).join(', ') || 'All rows'

const leftOut = (without: string): Pick<Ablation, 'label' | 'by'> => ({
  label: without === 'nothing' ? 'whole' : `no ${without}`,
  by: 'part left out',
})

/** Parts that the rows of the invocation suite leave out, by name. */
const INVOCATION_PARTS: Readonly<Record<string, string>> = {
  geoforge: 'nothing',
  bsctr: 'nothing',
  'no-plan': 'plan',
  'no-graph': 'graph',
  neither: 'plan and graph',
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
    captionsOf: ({ name }) => [name === 'geoforge' ? 'By memory' : 'By type of task, memory on'],
    ablationOf: byMemory,
    hasRuns: true,
  },
  {
    name: 'earthbench',
    title: 'Earth-Bench planning',
    about:
      'Tools planned for recorded tasks: the next one where the true history is given (step), or all of them (free). Memory comes from the other folds alone.',
    main: 'any_order',
    captionsOf: () => ['By planner, protocol and memory'],
    ablationOf: byMemory,
    hasRuns: true,
  },
  {
    name: 'geoplan-planning',
    title: 'GeoPlan-bench planning',
    about: 'Flows of tools planned with memory of the training tasks.',
    main: 'f1',
    captionsOf: () => ['By planner and memory'],
    ablationOf: byMemory,
    hasRuns: true,
  },
  {
    name: 'retrieval',
    title: 'Tool retrieval',
    about:
      'Which tools a question needs, on published sets. Static: nothing is learned but the training tasks; online: each task is learned after its tools were ranked, in random order. The best figures of a column are marked. Charts are of NDCG at 20, as recall at 20 is nearly whole in small sets.',
    main: 'ndcg_at_20',
    captionsOf: (row) => {
      const without = row['without'] ?? 'nothing'
      if (without !== 'nothing') return [`${setting(row)}: parts left out`]
      return row['without'] === undefined ? [setting(row)] : [setting(row), `${setting(row)}: parts left out`]
    },
    compared: { columns: /^(recall|ndcg|complete)_at_/ },
    ablationOf: ({ name, without }) =>
      typeof without === 'string' ? { of: name, ...leftOut(without) } : null,
    hasRuns: false,
  },
  {
    name: 'invocation',
    title: 'Invocation',
    about:
      'Which calls a planner makes when it may call only the retrieved tools. With the whole library at hand it makes those that its plans name: what retrieval costs is the distance to that row. The best figures of the other rows are marked.',
    main: 'f1',
    captionsOf: (row) => [setting(row)],
    compared: { columns: /^(f1|lcs|lcs_symmetric|call_recall|pool_recall)$/, apart: ['whole-library'] },
    ablationOf: ({ name, retrieval }) => {
      const without = INVOCATION_PARTS[name]
      return without === undefined ? null : { of: String(retrieval ?? ''), ...leftOut(without) }
    },
    hasRuns: false,
  },
  {
    name: 'tools',
    title: 'Tools',
    about:
      'How many tools there are, how many have a test of their own, and whether they agree with Earth-Agent’s.',
    main: 'tools',
    captionsOf: ({ name }) => [TOOL_TABLES[name] ?? name],
    ablationOf: () => null,
    hasRuns: false,
  },
]

/** The command that makes the results of a suite. */
export const commandOf = ({ name, hasRuns }: SuiteWords) =>
  `npm run eval -- ${name} --json bench/results/${name}.json${hasRuns ? ' --runs bench/results/runs' : ''}`
