import type { Plan, PlanStep } from './types.ts'

/** A plan that no memory proposed, called by its tools. */
export const planOf = (steps: readonly PlanStep[], answer: Plan['answer']): Plan => ({
  by: 'search',
  source: null,
  title: steps.map(({ tool }) => tool).join(' → '),
  steps,
  answer,
  score: 0,
})
