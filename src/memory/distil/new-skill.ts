import { stableJson } from '../../lib/hash.ts'
import type { RunRecord } from '../../trace/events.ts'
import type { Skill } from '../types.ts'
import type { Changes } from './changes.ts'
import { isOpen } from './merge.ts'
import { gatherRules } from './rules.ts'
import { skillFaults } from './skill-check.ts'
import { skillOf } from './skill.ts'
import type { Trace } from './trace.ts'

/**
 * Adds the skill that a passed run leaves where it is complete, compact and grounded. A run that followed a skill to
 * its answer teaches none; one that had to leave a learned skill's way gives that skill's next version, and one that joined
 * two gives a skill of its own.
 */
export function newSkill(changes: Changes, trace: Trace, history: readonly RunRecord[]): void {
  const { run } = trace
  // An answer of nothing ("0 ha") may be right and still shows no way that finds something.
  if (run.steps.some((step) => step.inAnswer && step.failedChecks.length > 0)) return
  const draft = skillOf(trace)
  if (!draft) return
  const followed = run.used.skills.flatMap((id) => changes.get('skills', id) ?? [])
  const isJoined = (run.composed?.length ?? 0) > 1
  if (followed.some((skill) => isWithin(draft, skill))) return
  const old = isJoined ? undefined : followed.find((skill) => isReplaceable(skill, draft))
  if (followed.length > 0 && !old && !isJoined) return
  if (skillFaults(draft, { run, passed: true, replaced: old, history }).length > 0) return
  if (changes.rows('skills').some((skill) => isSame(skill, draft))) return
  place(changes, gatherRules(changes, draft, run), old)
}

/** An active or pinned version keeps its place until its successor is active; a candidate gives way at once. */
function place(changes: Changes, draft: Skill, old: Skill | undefined): void {
  if (!old) {
    changes.put('skills', draft)
    return
  }
  const rivals = changes.rows('skills').filter(({ replaces }) => replaces === old.id)
  const version = Math.max(old.version, ...rivals.map((rival) => rival.version)) + 1
  if (old.state === 'active' || old.pinned) {
    changes.put('skills', { ...draft, version, replaces: old.id })
    return
  }
  changes.remove('skills', old.id, 'a newer version that the data needed took its place')
  changes.put('skills', { ...draft, version, ...(old.replaces !== undefined && { replaces: old.replaces }) })
}

/** Seeds stay as they ship. */
const isReplaceable = ({ origin, taskType }: Skill, draft: Skill) =>
  origin !== 'seed' && taskType === draft.taskType

/** The same task done in the same way: nothing new. */
const isSame = (a: Skill, b: Skill) =>
  a.taskType === b.taskType &&
  isOpen(a) &&
  toolsOf(a) === toolsOf(b) &&
  a.change === b.change &&
  stableJson(a.answer[0]) === stableJson(b.answer[0])

/** All that the run needed stands in the skill already. */
const isWithin = (draft: Skill, skill: Skill) =>
  draft.steps.every(({ tool }) => skill.steps.some((step) => step.tool === tool))

const toolsOf = ({ steps }: Skill) => steps.map(({ tool }) => tool).join()
