import type { RunRecord } from '../../trace/events.ts'
import { hasProvenItself, runsOf, withRun } from '../provenance.ts'
import type { Activation, FinishedRun, Usage } from '../types.ts'
import { activated } from './activation.ts'
import type { Changes } from './changes.ts'
import { isOpen } from './merge.ts'
import { helpedRuns } from './past-runs.ts'
import { gatherRules } from './rules.ts'

/** How a run speaks for what it used. */
export type Outcome = 'passed' | 'failed' | 'neutral'

/** Usage of all that the run followed. A run that did not pass changes no skill. */
export function countUsage(changes: Changes, run: FinishedRun, outcome: Outcome): void {
  for (const id of new Set(run.used.skills)) {
    const skill = changes.get('skills', id)
    if (!skill || !isOpen(skill) || outcome !== 'passed') continue
    const tools = skill.steps.map(({ tool }) => tool)
    const clean = !causedRetry(run, tools)
    changes.put('skills', {
      ...gatherRules(changes, skill, run),
      usage: used(skill.usage, run, clean ? 'passed' : 'neutral'),
      provenance: clean && skill.origin !== 'seed' ? withRun(skill.provenance, run) : skill.provenance,
    })
  }
  for (const id of new Set(run.used.workflows)) {
    const workflow = changes.get('workflows', id)
    if (!workflow || !isOpen(workflow)) continue
    const clean = outcome === 'passed' && !causedRetry(run, workflow.sequence)
    changes.put('workflows', {
      ...workflow,
      usage: used(workflow.usage, run, clean ? 'passed' : outcome === 'passed' ? 'neutral' : outcome),
      provenance: clean ? withRun(workflow.provenance, run) : workflow.provenance,
    })
  }
  for (const id of new Set(run.used.experiences)) {
    const experience = changes.get('experiences', id)
    if (!experience || !isOpen(experience)) continue
    const clean = outcome !== 'passed' || !causedRetry(run, [experience.tool])
    changes.put('experiences', {
      ...experience,
      usage: used(experience.usage, run, clean ? outcome : 'neutral'),
    })
  }
}

/**
 * Candidates that have proven themselves become active; a skill then takes the place of the one it replaces. Skills and
 * workflows name the runs that they helped; which ones an experience helped stands in the records of the runs.
 */
export function promoteProven(changes: Changes, run: FinishedRun, history: readonly RunRecord[]): void {
  const proven = (provenance: readonly string[]): Activation => ({
    by: 'proven',
    at: run.at,
    runs: runsOf(provenance)
      .slice(1)
      .map(({ runId }) => runId),
  })
  for (const id of run.used.skills) {
    const skill = changes.get('skills', id)
    if (skill?.state === 'candidate' && hasProvenItself(skill.provenance)) {
      activateSkill(changes, id, proven(skill.provenance))
    }
  }
  for (const id of run.used.workflows) {
    const workflow = changes.get('workflows', id)
    if (workflow?.state === 'candidate' && hasProvenItself(workflow.provenance)) {
      changes.put('workflows', activated(workflow, proven(workflow.provenance)))
    }
  }
  const candidates = run.used.experiences.flatMap((id) => {
    const experience = changes.get('experiences', id)
    return experience?.state === 'candidate' && experience.usage.helped >= 3 ? [experience] : []
  })
  if (candidates.length === 0) return
  const helped = helpedRuns(history)
  for (const experience of candidates) {
    const [maker] = runsOf(experience.provenance)
    if (!maker) continue
    const makers = new Set(runsOf(experience.provenance).map(({ runId }) => runId))
    const later = [
      ...(helped.get(experience.id) ?? []).filter(({ runId }) => !makers.has(runId)),
      ...(makers.has(run.runId) ? [] : [run]),
    ]
    const provenance = later.reduce<readonly string[]>(
      withRun,
      withRun([], { runId: maker.runId, fingerprints: maker.data }),
    )
    if (hasProvenItself(provenance)) {
      changes.put('experiences', activated(experience, proven(provenance)))
    }
  }
}

/** Makes a skill active: the version that it replaces goes, and others that were to replace that one are to replace it. */
export function activateSkill(changes: Changes, id: string, activation: Activation): void {
  const skill = changes.get('skills', id)
  if (!skill) return
  const { replaces, ...rest } = skill
  changes.put('skills', activated(rest, activation))
  if (replaces === undefined) return
  for (const rival of changes.rows('skills')) {
    if (rival.replaces === replaces && rival.id !== id) changes.put('skills', { ...rival, replaces: id })
  }
  const old = changes.get('skills', replaces)
  if (old && !old.pinned) changes.remove('skills', replaces, 'superseded by a newer version that is active')
}

function used(usage: Usage, { at }: FinishedRun, outcome: Outcome): Usage {
  return {
    uses: usage.uses + 1,
    helped: usage.helped + (outcome === 'passed' ? 1 : 0),
    hurt: usage.hurt + (outcome === 'failed' ? 1 : 0),
    lastUsed: at,
  }
}

/** True where a call of one of its tools erred or failed a check before the answer stood. */
function causedRetry({ steps }: FinishedRun, tools: readonly string[]): boolean {
  return steps.some(
    ({ status, failedChecks, inAnswer, call }) =>
      tools.includes(call.tool) && (status === 'error' || (failedChecks.length > 0 && !inAnswer)),
  )
}
