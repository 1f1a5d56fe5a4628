import type { FlowReading, Group } from './reading.ts'

/** What to change in a plan; every occurrence of the tool is meant. */
export type Change =
  | { readonly kind: 'replace'; readonly tool: string; readonly by: string }
  | { readonly kind: 'delete'; readonly tool: string }
  | { readonly kind: 'insert'; readonly after: string; readonly tool: string }

/** An experience: where the question shows this fact and the plan has the tool, change it. */
export interface Correction {
  readonly trigger: { readonly group: Group; readonly fact: string }
  readonly change: Change
  /** Past questions that it helped. */
  readonly helped: number
}

/** A past question, what was planned for it as if it were not known, and what was right. */
export interface Mistake {
  readonly reading: FlowReading
  readonly plan: readonly string[]
  readonly wanted: readonly string[]
}

const TRIGGERS: readonly Group[] = ['intent', 'subject', 'answer']
/** Fewer are chance: with two or three, corrections made plans for other questions worse. */
const SUPPORT = 4
const MOST = 20

/**
 * Corrections that would have made the plans better, the most useful first: each helps at least four past questions and hurts none. They are chosen one after another, each upon what the earlier ones left.
 */
export function learnCorrections(
  cases: readonly Mistake[],
  value: (wanted: readonly string[], made: readonly string[]) => number,
): readonly Correction[] {
  const chosen: Correction[] = []
  let plans = cases.map(({ plan }) => plan)
  while (chosen.length < MOST) {
    const now = cases.map(({ wanted }, at) => value(wanted, plans[at]!))
    let best: Correction | null = null
    let bestGain = 0
    for (const [change, facts] of proposals(cases, plans)) {
      const gains = cases.map(({ wanted }, at) => {
        const made = applyChange(plans[at]!, change)
        return made === plans[at] ? 0 : value(wanted, made) - now[at]!
      })
      for (const trigger of facts) {
        let gain = 0
        let helped = 0
        let hurt = 0
        cases.forEach(({ reading }, at) => {
          if (gains[at] === 0 || !reading.facts[trigger.group].has(trigger.fact)) return
          gain += gains[at]!
          if (gains[at]! > 0) helped++
          else hurt++
        })
        if (helped < SUPPORT || hurt > 0 || gain <= bestGain + 1e-9) continue
        best = { trigger, change, helped }
        bestGain = gain
      }
    }
    if (!best) break
    chosen.push(best)
    plans = plans.map((plan, at) => applyCorrections(plan, cases[at]!.reading, [best]))
  }
  return chosen
}

/** The plan after all corrections whose trigger the question shows, in order. */
export function applyCorrections(
  plan: readonly string[],
  { facts }: FlowReading,
  corrections: readonly Correction[],
): readonly string[] {
  let made = plan
  for (const { trigger, change } of corrections) {
    if (facts[trigger.group].has(trigger.fact)) made = applyChange(made, change)
  }
  return made
}

/** The same list where there is nothing to change. */
export function applyChange(plan: readonly string[], change: Change): readonly string[] {
  switch (change.kind) {
    case 'replace':
      return plan.includes(change.tool) ? plan.map((tool) => (tool === change.tool ? change.by : tool)) : plan
    case 'delete':
      return plan.includes(change.tool) ? plan.filter((tool) => tool !== change.tool) : plan
    case 'insert': {
      if (plan.includes(change.tool)) return plan
      const at = plan.lastIndexOf(change.after)
      return at < 0 ? plan : plan.toSpliced(at + 1, 0, change.tool)
    }
  }
}

/** Every change that would repair something in one of the plans, with the facts of the questions it would repair. */
function proposals(
  cases: readonly Mistake[],
  plans: readonly (readonly string[])[],
): Map<Change, readonly Correction['trigger'][]> {
  const found = new Map<string, { change: Change; triggers: Map<string, Correction['trigger']> }>()
  cases.forEach(({ reading, wanted }, at) => {
    for (const change of repairs(plans[at]!, wanted)) {
      const key = JSON.stringify(change)
      const known = found.get(key) ?? { change, triggers: new Map<string, Correction['trigger']>() }
      found.set(key, known)
      for (const group of TRIGGERS) {
        for (const fact of reading.facts[group].keys()) {
          known.triggers.set(`${group} ${fact}`, { group, fact })
        }
      }
    }
  })
  return new Map([...found.values()].map(({ change, triggers }) => [change, [...triggers.values()]]))
}

function repairs(plan: readonly string[], wanted: readonly string[]): Change[] {
  const extra = [...new Set(plan)].filter((tool) => !wanted.includes(tool))
  const missing = [...new Set(wanted)].filter((tool) => !plan.includes(tool))
  const inserts = missing.flatMap((tool): Change[] => {
    const after = wanted[wanted.indexOf(tool) - 1]
    return after === undefined ? [] : [{ kind: 'insert', after, tool }]
  })
  return [
    ...extra.map((tool): Change => ({ kind: 'delete', tool })),
    ...extra.flatMap((tool) => missing.map((by): Change => ({ kind: 'replace', tool, by }))),
    ...inserts,
  ]
}
