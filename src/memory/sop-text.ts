import { config } from '../config.ts'
import type { Binding, Skill, SkillStep } from './types.ts'

/**
 * A skill as numbered lines: title, steps, then corrections, notes and rules; at most `config.skill.maxCharacters`.
 * Lines are kept whole: what does not fit is left out from the end, and a cut among the steps is said.
 */
export function sopText(skill: Skill, corrections: readonly string[] = []): string {
  const steps = skill.steps.map((step, index) => `${index + 1}. ${stepLine(step)}`)
  const asides = [...corrections.map((line) => `Mind: ${line}`), ...skill.notes, ...skill.rules]
  const lines = [skill.title, ...steps, ...asides]
  const room = config.skill.maxCharacters
  if (lines.join('\n').length <= room) return lines.join('\n')
  let kept = lines.length
  while (kept > 1 && cut(lines, kept, steps.length).length > room) kept -= 1
  return cut(lines, kept, steps.length)
}

/** True where every step fits. */
export function isCompact(skill: Skill): boolean {
  const lines = [skill.title, ...skill.steps.map((step, index) => `${index + 1}. ${stepLine(step)}`)]
  return lines.join('\n').length <= config.skill.maxCharacters
}

function cut(lines: readonly string[], kept: number, steps: number): string {
  const left = steps + 1 - kept
  const note = left > 0 ? [`… ${left} more ${left === 1 ? 'step' : 'steps'}`] : []
  return [...lines.slice(0, kept), ...note].join('\n')
}

function stepLine({ tool, args, purpose, when }: SkillStep): string {
  const list = Object.entries(args).flatMap(([name, binding]) => {
    const words = bindingWords(binding)
    return words === null ? [] : [`${name}=${words}`]
  })
  const condition = when ? ('band' in when ? ` [with ${when.band}]` : ` [${when.minDates} dates]`) : ''
  return `${tool}(${list.join(', ')})${condition}: ${purpose}`
}

function bindingWords(binding: Binding): string | null {
  switch (binding.from) {
    case 'role':
    case 'step':
      return binding.from === 'role' ? binding.role : binding.step
    case 'steps':
      return `[${binding.steps.join(' ')}]`
    case 'slot':
      return binding.default === undefined ? null : `${binding.slot}|${binding.default}`
    case 'value':
      return String(binding.value)
    case 'figure':
      return `${binding.step}.${binding.figure}`
  }
}
