import { hasProvenItself, withRun } from '../provenance.ts'
import type { FinishedRun, Usage } from '../types.ts'
import type { Changes } from './changes.ts'

/** How a run speaks for what it used. */
export type Outcome = 'passed' | 'failed' | 'neutral'

/** Usage of all that the run followed. A run that did not pass changes no skill. */
export function countUsage(changes: Changes, run: FinishedRun, outcome: Outcome): void {
  for (const id of new Set(run.used.skills)) {
    const skill = changes.get('skills', id)
    if (!skill || outcome !== 'passed') continue
    const clean = !causedRetry(
      run,
      skill.steps.map(({ tool }) => tool),
    )
    changes.put('skills', {
      ...skill,
      usage: used(skill.usage, run, clean ? 'passed' : 'neutral'),
      provenance: clean && skill.origin !== 'seed' ? withRun(skill.provenance, run) : skill.provenance,
    })
  }
  for (const id of new Set(run.used.workflows)) {
    const workflow = changes.get('workflows', id)
    if (!workflow) continue
    const clean = outcome === 'passed' && !causedRetry(run, workflow.sequence)
    changes.put('workflows', {
      ...workflow,
      usage: used(workflow.usage, run, clean ? 'passed' : outcome === 'passed' ? 'neutral' : outcome),
      provenance: clean ? withRun(workflow.provenance, run) : workflow.provenance,
    })
  }
  for (const id of new Set(run.used.experiences)) {
    const experience = changes.get('experiences', id)
    if (!experience) continue
    changes.put('experiences', { ...experience, usage: used(experience.usage, run, outcome) })
  }
}

/** Candidates that have proven themselves become active; a skill then takes the place of the one it replaces. */
export function promoteProven(changes: Changes, run: FinishedRun): void {
  for (const id of run.used.skills) {
    const skill = changes.get('skills', id)
    if (skill?.state === 'candidate' && hasProvenItself(skill.provenance)) activateSkill(changes, id)
  }
  for (const id of run.used.workflows) {
    const workflow = changes.get('workflows', id)
    if (workflow?.state === 'candidate' && hasProvenItself(workflow.provenance)) {
      changes.put('workflows', { ...workflow, state: 'active' })
    }
  }
}

export function activateSkill(changes: Changes, id: string): void {
  const skill = changes.get('skills', id)
  if (!skill) return
  const { replaces, ...rest } = skill
  changes.put('skills', { ...rest, state: 'active' })
  if (replaces !== undefined && changes.get('skills', replaces)) changes.remove('skills', replaces)
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
