import type { Experience } from '../../types.ts'

/** A lesson of one run before it is counted in. */
export type Draft = Pick<
  Experience,
  'kind' | 'equivalence' | 'tool' | 'trigger' | 'correction' | 'operations' | 'setting'
>

/** ν(e) from its parts: source tool, error kind or check, argument or plan, and the correction normalised. */
export const equivalenceOf = (tool: string, condition: string, about: string, correction: string): string =>
  [tool, condition, about, normalised(correction)].join('|')

/** The class of triggers that an equivalence belongs to: two corrections of one class contradict each other. */
export const triggerClass = (equivalence: string): string =>
  equivalence.slice(0, Math.max(0, equivalence.lastIndexOf('|')))

/** One form for corrections that say the same in other spacing, case, marks or order of spaces. */
export const normalised = (correction: string): string =>
  correction
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('|', ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.,;:]+|[\s.,;:]+$/g, '')
