import { stableJson } from '../../lib/hash.ts'
import type { Skill } from '../types.ts'
import type { Changes } from './changes.ts'
import { skillFaults } from './skill-check.ts'
import { skillOf } from './skill.ts'
import type { Trace } from './trace.ts'

/**
 * Adds the skill that a passed run leaves where it is complete, compact and grounded. A run that followed a skill to
 * its answer teaches none; one that had to leave a learned skill's way gives that skill's next version.
 */
export function newSkill(changes: Changes, trace: Trace): void {
  // An answer of nothing ("0 ha") may be right and still shows no way that finds something.
  if (trace.run.steps.some((step) => step.inAnswer && step.failedChecks.length > 0)) return
  const draft = skillOf(trace)
  if (!draft || skillFaults(draft, trace.run).length > 0) return
  const followed = trace.run.used.skills.flatMap((id) => changes.get('skills', id) ?? [])
  if (followed.some((skill) => isWithin(draft, skill))) return
  if (changes.rows('skills').some((skill) => isSame(skill, draft))) return
  const old = followed.find(({ origin, taskType }) => origin === 'learned' && taskType === draft.taskType)
  if (followed.length > 0 && !old) return
  if (!old) {
    changes.put('skills', draft)
    return
  }
  const next = { ...draft, version: old.version + 1 }
  if (old.state === 'active') {
    changes.put('skills', { ...next, replaces: old.id })
  } else {
    changes.remove('skills', old.id)
    changes.put('skills', next)
  }
}

/** The same task done in the same way: nothing new. */
const isSame = (a: Skill, b: Skill) =>
  a.taskType === b.taskType &&
  a.state !== 'quarantined' &&
  toolsOf(a) === toolsOf(b) &&
  a.change === b.change &&
  stableJson(a.answer[0]) === stableJson(b.answer[0])

/** All that the run needed stands in the skill already. */
const isWithin = (draft: Skill, skill: Skill) =>
  draft.steps.every(({ tool }) => skill.steps.some((step) => step.tool === tool))

const toolsOf = ({ steps }: Skill) => steps.map(({ tool }) => tool).join()
