import type { Settings } from '../lib/with-settings.ts'
import type { BaselineSet } from './baseline-set.ts'
import { autoTool } from './methods/autotool.ts'
import { bm25 } from './methods/bm25.ts'
import { BSCTR, bsctr, type BsctrOptions } from './methods/bsctr.ts'
import { dense } from './methods/dense.ts'
import { fusion } from './methods/fusion.ts'
import { geoforge, type GeoforgeParts } from './methods/geoforge.ts'
import { graphRagToolFusion } from './methods/graph-rag-tool-fusion.ts'
import { kachuee } from './methods/kachuee.ts'
import type { Method } from './methods/method.ts'
import { pastQuestions } from './methods/past-questions.ts'
import { popularity } from './methods/popularity.ts'
import { reInvoke } from './methods/re-invoke.ts'
import { sciToolAgent } from './methods/scitoolagent.ts'
import { toolGraphRetriever } from './methods/tgr.ts'
import { toolDreamer } from './methods/tooldreamer.ts'
import { toolNet } from './methods/toolnet.ts'
import { toolReAGt } from './methods/toolreagt.ts'

export interface MethodKind {
  /** What rows of it are named, and what tells them from others of the name: `without`, or `constant` and `value`. */
  readonly name: string
  readonly label: Readonly<Record<string, string | number>>
  readonly needsEmbedder: boolean
  /** Constants of src/config.ts that are set otherwise for it. */
  readonly settings: Settings
  /** False where it would only repeat another. */
  readonly suits: (set: BaselineSet) => boolean
  readonly make: (set: BaselineSet) => Method
}

const kind = (
  name: string,
  make: MethodKind['make'],
  more: Partial<Omit<MethodKind, 'name' | 'make'>> = {},
): MethodKind => ({ name, label: {}, needsEmbedder: true, settings: {}, suits: () => true, make, ...more })

const BASELINES: readonly MethodKind[] = [
  kind('bm25', bm25, { needsEmbedder: false }),
  kind('dense', dense),
  kind('fusion', (set) => fusion(set, { clauses: false })),
  kind('fusion-clauses', (set) => fusion(set, { clauses: true })),
  kind('popularity', popularity, { needsEmbedder: false }),
  kind('past-questions-words', (set) => pastQuestions(set, 'words'), { needsEmbedder: false }),
  kind('past-questions-vectors', (set) => pastQuestions(set, 'vectors')),
  kind('toolreagt', toolReAGt),
  kind('kachuee', kachuee),
  kind('re-invoke', reInvoke),
  kind('tooldreamer', toolDreamer),
  kind('toolnet', toolNet),
  kind('graph-rag-tool-fusion', graphRagToolFusion),
  kind('autotool', autoTool),
  kind('scitoolagent', sciToolAgent),
  kind('tgr', toolGraphRetriever),
]

const paper = (without: string, options: Partial<BsctrOptions>) =>
  kind('bsctr', (set) => bsctr(set, { ...BSCTR, ...options }), { label: { without } })

const PAPER: readonly MethodKind[] = [
  paper('nothing', {}),
  paper('plan', { plan: false }),
  paper('graph', { graph: false }),
  paper('plan and graph', { plan: false, graph: false }),
]

const ours = (
  without: string,
  parts: Partial<GeoforgeParts> = {},
  more: Partial<Omit<MethodKind, 'name' | 'make'>> = {},
) =>
  kind('geoforge', geoforge({ without: [], dependencies: true, ports: true, ...parts }), {
    label: { without },
    needsEmbedder: false,
    ...more,
  })

const OURS: readonly MethodKind[] = [
  ours('nothing'),
  ours('neighbours', { without: ['voteMeaning', 'voteWords', 'expected'] }),
  ours('ridge', { without: ['expected'] }, { needsEmbedder: true }),
  ours('use', { without: ['used'] }),
  ours('clauses', { without: ['partWords', 'partMeaning'] }),
  ours('lexical', { without: ['words', 'partWords'] }, { needsEmbedder: true }),
  ours('dense', { without: ['meaning', 'partMeaning'] }, { needsEmbedder: true }),
  ours('transitions', { without: ['transitions'] }),
  ours('learned weights', {}, { settings: { 'retrieval.learnsWeights': false } }),
  ours('ports', { ports: false }, { suits: ({ gives }) => gives.some((names) => names.size > 0) }),
  ours('dependencies', { dependencies: false }, { suits: ({ dependsOn }) => dependsOn !== null }),
]

/** Small sets on which the paper's constants are swept. */
const SWEPT: ReadonlySet<string> = new Set(['geoplan', 'apibank_l3_lib21', 'apibank_l3_lib_all'])

const swept = <Key extends 'alpha' | 'hops' | 'mode'>(constant: Key, values: readonly BsctrOptions[Key][]) =>
  values.map((value) =>
    kind('sensitivity', (set) => bsctr(set, { ...BSCTR, [constant]: value }), {
      label: { constant: `retrieval.${constant}`, value },
      suits: ({ name }) => SWEPT.has(name),
    }),
  )

const SWEEPS: readonly MethodKind[] = [
  ...swept('alpha', [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]),
  ...swept('hops', [1, 2, 3]),
  ...swept('mode', ['p', 's', 'sym']),
]

/** The methods by part, in the order of the table: whole ones, then those with something left out, then sweeps. */
export const PARTS = {
  methods: [...BASELINES, ...PAPER.slice(0, 1), ...OURS.slice(0, 1)],
  ablations: [...PAPER.slice(1), ...OURS.slice(1)],
  sweeps: SWEEPS,
} as const satisfies Readonly<Record<string, readonly MethodKind[]>>

export const METHODS: readonly MethodKind[] = Object.values(PARTS).flat()
