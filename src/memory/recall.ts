import { config } from '../config.ts'
import { tokens } from '../lib/text.ts'
import { calibrated } from './calibrate.ts'
import { shareOfAll } from './coverage.ts'
import { fading } from './disuse.ts'
import { indexOf, type MemoryIndex } from './memory-index.ts'
import { suppliedShare } from './supply.ts'
import { numberOfType, type IndexedRow, type TextIndex } from './text-index.ts'
import { TopK } from './top-k.ts'
import type {
  EmbeddedQuestion,
  EntryLife,
  MemorySnapshot,
  Recall,
  RecallQuery,
  Scored,
  Skill,
  Workflow,
} from './types.ts'

/** Switches; absent ones are as `config.recall` has them. */
export interface RecallOptions {
  /**
   * As the paper has it: Jaccard for tools and for text in place of containment and coverage, scores as they are in place
   * of calibrated ones, no reliability, no disuse.
   */
  readonly paperExact?: boolean
  /** False leaves reliability out of the order of workflows. */
  readonly reliability?: boolean
  /** Where given, what was not used for long as of then ranks lower. */
  readonly now?: number
  /** Where given, the text of workflows and skills that have a vector is compared by it; words are where it is absent. */
  readonly embedded?: EmbeddedQuestion
}

interface Asked {
  readonly query: RecallQuery
  readonly index: MemoryIndex
  /** The question's tokens, each once. */
  readonly tokens: readonly string[]
  readonly paperExact: boolean
  readonly reliability: boolean
  readonly now: number | null
  readonly embedded: EmbeddedQuestion | null
}

/** What the three memories hold for a question: the best of each, best first. Quarantined entries never come up. */
export function recall(query: RecallQuery, snapshot: MemorySnapshot, options: RecallOptions = {}): Recall {
  const paperExact = options.paperExact ?? config.recall.paperExact
  const asked: Asked = {
    query,
    index: indexOf(snapshot),
    tokens: [...new Set(tokens(query.question))],
    paperExact,
    reliability: !paperExact && (options.reliability ?? config.recall.reliability),
    now: paperExact ? null : (options.now ?? null),
    embedded: options.embedded ?? null,
  }
  return {
    workflows: recallWorkflows(asked),
    experiences: recallExperiences(asked),
    skills: recallSkills(asked),
  }
}

/** An item with its score, what it is ranked by, and its place in the table. */
interface Candidate<Row> extends Scored<Row> {
  readonly rank: number
  readonly place: number
}

function recallWorkflows(asked: Asked): Recall['workflows'] {
  const { topK, minimum, lambdaReliability } = config.workflow
  const { paperExact } = asked
  const { workflows: table, sequences } = asked.index
  const least = paperExact ? config.recall.paperMinimum.workflow : minimum
  const mostCredit = asked.reliability ? Math.abs(lambdaReliability) / 2 : 0
  const credit = ({ successes, failures }: Workflow) =>
    asked.reliability ? lambdaReliability * ((successes + 1) / (successes + failures + 2) - 0.5) : 0
  const marks = sequences.marks(asked.query.admissible, asked.query.retrieved)
  const retrieved = new Set(asked.query.retrieved).size
  const words = paperExact ? wordJaccards(table, asked) : coverages(table, asked)
  const type = numberOfType(asked.query.taskType)
  const best = new TopK<Candidate<Workflow>>(topK, byRank)
  for (let slot = 0; slot < table.rows.length; slot++) {
    const length = sequences.lengths[slot]!
    const known = length < 0 ? -1 : sequences.known(slot, marks)
    if (known < 0) continue
    const vector = vectorAt('workflows', table, slot, asked)
    const tools = paperExact
      ? toolJaccard(sequences.different(slot, marks), retrieved)
      : known / Math.max(length, 1)
    const text = vector === null ? words[slot]! : similarity(vector, asked)
    const raw = workflowScore(tools, text, table.types[slot] === type, length)
    const score = paperExact ? raw : calibrated(raw, 'workflow', vector === null ? 'lexical' : 'embedding')
    if (score < least || isBeaten(score + mostCredit, best)) continue
    const item = table.rows[slot]!
    best.offer({ item, score, rank: score + credit(item) - faded(item, asked), place: table.places[slot]! })
  }
  return best.sorted().map(scored)
}

/** sG(q, w). */
function workflowScore(tools: number, text: number, sameType: boolean, length: number): number {
  const { alpha, beta, lambdaType, lambdaLength, lengthFree } = config.workflow
  return (
    alpha * tools +
    beta * text +
    (sameType ? lambdaType : 0) -
    lambdaLength * Math.max(0, length - lengthFree)
  )
}

/** Room for the last digits, which differ by the order in which a sum is made. */
const ROUNDING = 1e-9

function recallSkills(asked: Asked): Recall['skills'] {
  const { textWeight, typeWeight, modalityWeight, topK, minimum } = config.skill
  const table = asked.index.skills
  const least = asked.paperExact ? config.recall.paperMinimum.skill : minimum
  const words = coverages(table, asked)
  const best = new TopK<Candidate<Skill>>(
    topK,
    (a, b) =>
      b.rank - a.rank || byState(a.item, b.item) || b.item.minDates - a.item.minDates || a.place - b.place,
  )
  const type = numberOfType(asked.query.taskType)
  for (let slot = 0; slot < table.rows.length; slot++) {
    const row = table.rows[slot] ?? null
    if (row === null) continue
    const vector = vectorAt('skills', table, slot, asked)
    const text = vector === null ? words[slot]! : similarity(vector, asked)
    const by = vector === null ? 'lexical' : 'embedding'
    const worth = (raw: number) => (asked.paperExact ? raw : calibrated(raw, 'skill', by))
    const ofType = table.types[slot] === type ? typeWeight : 0
    const known = textWeight * text + ofType
    // What the data supplies takes longer to find out than all the rest: not for those that it cannot lift high enough.
    if (worth(known + modalityWeight) < least - ROUNDING) continue
    const supplied = modalityWeight * suppliedShare(row, asked.query.context)
    const score = worth(known + supplied)
    if (score < least) continue
    // Meaning finds a skill that is asked for in other words, but hardly tells kin apart: "area" from "largest area". Words do.
    const worded =
      vector === null || asked.paperExact
        ? score
        : calibrated(textWeight * words[slot]! + ofType + supplied, 'skill', 'lexical')
    const rank = (score + worded) / 2
    if (isBeaten(rank, best)) continue
    best.offer({ item: row, score, rank: rank - faded(row, asked), place: table.places[slot]! })
  }
  return best.sorted().map(scored)
}

/** sE(q, e); at least one token in common. */
function recallExperiences(asked: Asked): Recall['experiences'] {
  const { lambdaType, topK } = config.experience
  const table = asked.index.experiences
  const shared = sharedTokens(table, asked)
  const best = new TopK<Candidate<Recall['experiences'][number]['item']>>(
    topK,
    (a, b) =>
      b.rank - a.rank || byState(a.item, b.item) || b.item.createdAt - a.item.createdAt || a.place - b.place,
  )
  const type = numberOfType(asked.query.taskType)
  for (let slot = 0; slot < shared.length; slot++) {
    if (shared[slot] === 0) continue
    const bonus = table.types[slot] === type ? lambdaType : 0
    const score = shared[slot]! / Math.max(asked.tokens.length, 1) + bonus
    if (isBeaten(score, best)) continue
    const item = table.rows[slot]!
    best.offer({ item, score, rank: score - faded(item, asked), place: table.places[slot]! })
  }
  return best.sorted().map(scored)
}

/** True where an item of this rank or less has no place among the best: looking into its row can be left out. */
function isBeaten<Row>(highestRank: number, best: TopK<Candidate<Row>>): boolean {
  const { worst } = best
  return worst !== null && worst.rank > highestRank
}

/** The vector that the text of a row is compared by; null where words are. */
function vectorAt<Row extends Workflow | Skill>(
  name: 'workflows' | 'skills',
  table: TextIndex<Row>,
  slot: number,
  { embedded }: Asked,
): Float32Array | null {
  return embedded === null ? null : embedded.vectorOf(name, table.rows[slot]!.id)
}

/** Cosine of two vectors of length 1, at least 0. */
function similarity(vector: Float32Array, { embedded }: Asked): number {
  const { query } = embedded!
  let sum = 0
  for (let at = 0; at < vector.length; at++) sum += query[at]! * vector[at]!
  return Math.max(0, sum)
}

/** By slot: the share of the question's tokens that the row has, weighted by rarity. */
function coverages<Row extends IndexedRow>(table: TextIndex<Row>, { tokens, index }: Asked): Float64Array {
  const found = new Float64Array(table.rows.length)
  let all = 0
  for (const token of tokens) {
    const weight = index.weight(token)
    all += weight
    const { values, length } = table.having(token)
    for (let at = 0; at < length; at++) found[values[at]!]! += weight
  }
  return all > 0 ? found.map((weight) => weight / all) : found
}

/** By slot: how many of the question's tokens the row has. */
function sharedTokens<Row extends IndexedRow>(table: TextIndex<Row>, { tokens }: Asked): Uint32Array {
  const shared = new Uint32Array(table.rows.length)
  for (const token of tokens) {
    const { values, length } = table.having(token)
    for (let at = 0; at < length; at++) shared[values[at]!]! += 1
  }
  return shared
}

function wordJaccards(table: TextIndex<Workflow>, asked: Asked): Float64Array {
  const shared = sharedTokens(table, asked)
  return Float64Array.from(shared, (count, slot) =>
    shareOfAll(count, asked.tokens.length, table.sizes[slot]!),
  )
}

const toolJaccard = (
  { tools, known }: { readonly tools: number; readonly known: number },
  retrieved: number,
) => shareOfAll(known, retrieved, tools)

const faded = (row: EntryLife, { now }: Asked) => (now === null ? 0 : fading(row, now))

const scored = <Row>({ item, score }: Candidate<Row>): Scored<Row> => ({ item, score })

const byState = (a: EntryLife, b: EntryLife) => Number(b.state === 'active') - Number(a.state === 'active')

/** Equal ones: an active one before a candidate, then as the table has them. */
const byRank = <Row extends EntryLife>(a: Candidate<Row>, b: Candidate<Row>) =>
  b.rank - a.rank || byState(a.item, b.item) || a.place - b.place
