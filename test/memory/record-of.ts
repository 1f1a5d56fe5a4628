import { changeItem } from '../../src/agent/event-items.ts'
import { distil } from '../../src/memory/index.ts'
import { applyChanges } from '../../src/memory/journal/apply.ts'
import type { FinishedRun, MemoryCommit, MemorySnapshot } from '../../src/memory/types.ts'
import type { Recalled, RunRecord } from '../../src/trace/events.ts'

/** A run as the agent keeps it: what it recalled, its calls, what it changed, what the gate said. */
export function recordOf(run: FinishedRun, commit: MemoryCommit, passed: boolean): RunRecord {
  const recalled = (kind: Recalled['kind'], ids: readonly string[]): readonly Recalled[] =>
    ids.map((id) => ({ kind, id, title: '', score: 1, state: 'active', used: true }))
  const { skills, workflows, experiences } = run.used
  return {
    id: run.runId,
    question: run.question,
    startedAt: run.at,
    status: run.status,
    taskType: run.taskType,
    events: [
      {
        type: 'context-ready',
        at: run.at,
        taskType: run.taskType,
        answerSpace: run.answerSpace,
        slots: run.slots,
        sensing: '',
        scenes: [],
        fingerprints: run.fingerprints,
        admissible: run.specs.map(({ name }) => name),
        recalled: [
          ...recalled('skill', skills),
          ...recalled('workflow', workflows),
          ...recalled('experience', experiences),
        ],
        sop: '',
        guidance: '',
      },
      ...run.steps.flatMap(({ step, call, purpose, status, error, failedChecks }) => [
        { type: 'step-start' as const, at: run.at, step, call, purpose },
        {
          type: 'step-end' as const,
          at: run.at,
          step,
          milliseconds: 1,
          status,
          observation: null,
          error: error === null ? null : { code: 'invalid_input' as const, message: error.message },
          failedChecks,
        },
      ]),
      { type: 'gate', at: run.at, passed, conditions: [] },
      { type: 'memory-change', at: run.at, summary: commit.summary, items: commit.changes.map(changeItem) },
    ],
  }
}

/** A run learned from: the memory after it, its commit, and its record. */
export function learnedFrom(run: FinishedRun, memory: MemorySnapshot, history: readonly RunRecord[] = []) {
  const { commit, gate } = distil(run, memory, history)
  return {
    memory: applyChanges(memory, commit.changes),
    commit,
    gate,
    record: recordOf(run, commit, gate.passed),
  }
}
