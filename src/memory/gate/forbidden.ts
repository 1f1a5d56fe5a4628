import { stableJson } from '../../lib/hash.ts'
import { fold, words } from '../../lib/text.ts'
import { TASK_WORDS } from '../task-words.ts'
import type { FinishedRun, MemoryCommit, MemoryTable, RowChange } from '../types.ts'
import { forbiddenForm } from './forbidden-text.ts'
import { allowedNumbers, isResult, type Literals } from './literals.ts'
import { templateTexts } from './row-text.ts'
import { shapeFaults } from './shape-faults.ts'
import { slotFaults } from './slot-faults.ts'
import { vocabulary, wordsAndParts } from './vocabulary.ts'

/** One thing of F found in a change. `reason` is ours and never repeats what was found. */
export interface Fault {
  readonly table: MemoryTable
  readonly id: string
  readonly field: string
  readonly reason: string
}

/**
 * ΔM ∩ F: what a commit would keep and must not. Only what a change brings in is judged; text and slots that the row
 * held before stand. Equally for workflows, edges, experiences and skills.
 */
export function forbidden(run: FinishedRun, commit: MemoryCommit): readonly Fault[] {
  const judge = judgeOf(run)
  return commit.changes.flatMap((change) => rowFaults(change, judge))
}

/** Tells why a template text of a row of this type may not be kept from this run; null where it may. */
export function textJudge(run: FinishedRun): (text: string, type: FinishedRun['taskType']) => string | null {
  const judge = judgeOf(run)
  return (text, type) => forbiddenForm(text) ?? contentFault(text, type, judge)
}

const judgeOf = (run: FinishedRun): Judge => ({
  run,
  known: vocabulary(run),
  literals: allowedNumbers(run),
  options:
    run.answerSpace.kind === 'choice'
      ? run.answerSpace.options.flatMap(({ text, label }) => [text, label]).map(phrase)
      : [],
})

interface Judge {
  readonly run: FinishedRun
  readonly known: ReadonlySet<string>
  readonly literals: Literals
  readonly options: readonly string[]
}

function rowFaults(change: RowChange, judge: Judge): readonly Fault[] {
  const { table, id, before, after } = change
  if (after === null || stableJson(before) === stableJson(after)) return []
  const fault = (field: string, reason: string): Fault => ({ table, id, field, reason })
  const shape = shapeFaults(change).map(({ field, reason }) => fault(field, reason))
  if (shape.length > 0) return shape
  const old = new Set(before ? templateTexts(table, before).map(({ text }) => text) : [])
  const type = 'taskType' in after ? after.taskType : judge.run.taskType
  const texts = templateTexts(table, after)
    .filter(({ text }) => !old.has(text))
    .flatMap(({ field, text }) => {
      const reason = forbiddenForm(text) ?? contentFault(text, type, judge)
      return reason === null ? [] : [fault(field, reason)]
    })
  return [...texts, ...slotFaults(change, judge.run).map(({ field, reason }) => fault(field, reason))]
}

/** What the words and numbers say: an option, a result of this run, or words that are not ours. */
function contentFault(text: string, type: FinishedRun['taskType'], judge: Judge): string | null {
  const said = phrase(text)
  const { core, near } = TASK_WORDS[type]
  const subject = new Set(wordsAndParts(`${type} ${core} ${near}`))
  const option = judge.options.find(
    (candidate) =>
      said.includes(candidate) &&
      !candidate
        .trim()
        .split(' ')
        .every((word) => subject.has(word)),
  )
  if (option !== undefined && option.trim().length > 2) return 'the text of an option'
  for (const [number] of text.matchAll(/\d+(\.\d+)?/g)) {
    if (judge.literals.has(number)) continue
    if (isResult(number, judge.run)) return 'a result of this run'
    if (!/^\d{1,2}$/.test(number)) return 'a number that is no slot of the question and no standard of a tool'
  }
  const isKnown = (word: string) =>
    judge.known.has(word) || word.split('_').every((part) => judge.known.has(part) || !/\p{L}/u.test(part))
  return !words(text).every(isKnown) ? 'words that no template of ours says' : null
}

/** Folded words with one space around each, so that whole phrases are found. */
const phrase = (text: string) => ` ${(fold(text).match(/[\p{L}\p{N}.]+/gu) ?? []).join(' ')} `
