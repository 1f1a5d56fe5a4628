import type { RunView } from './run-view.ts'

type Calls = RunView['modelCalls']

/**
 * What the model wrote, by the place of the decision that it belongs to: arguments come after the choice of their tool, a
 * sentence or a plan before a choice of the same step, or at the end. Several decisions may be of one step, where a tool was given up.
 */
export function callsByDecision({
  decisions,
  modelCalls,
}: Pick<RunView, 'decisions' | 'modelCalls'>): ReadonlyMap<number, Calls> {
  const owned = new Map<number, Calls>()
  for (const call of modelCalls) {
    const next = decisions.findIndex(({ step, at }) => step === call.step && at >= call.at)
    const before = decisions.findLastIndex(({ at }) => at <= call.at)
    const comesBefore = call.verb === 'write' || call.of === 'plan'
    const place = comesBefore && next >= 0 ? next : Math.max(0, before)
    owned.set(place, [...(owned.get(place) ?? []), call])
  }
  return owned
}
