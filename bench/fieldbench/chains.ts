import type { ExpectedCall, ExpectedChain } from '../evaluation/chains.ts'
import type { Chain } from './task.ts'

/** A chain of stages as expected calls: each follows all of the stage before. */
export function expectedChain(chain: Chain): ExpectedChain {
  const calls: ExpectedCall[] = []
  let after: readonly string[] = []
  for (const [stage, members] of chain.entries()) {
    const made = members.map((member, at): ExpectedCall => {
      const { tool, args } = typeof member === 'string' ? { tool: member, args: {} } : member
      return { id: `${stage}.${at}`, tools: tool.split('|'), after, args }
    })
    calls.push(...made)
    after = made.map(({ id }) => id)
  }
  return calls
}

/**
 * The chain as a list of names for the figures over lists: within a stage in the order in which the run made its calls, of
 * tools that may stand for each other the one that it called.
 */
export function chainNames(chain: Chain, made: readonly string[]): readonly string[] {
  let from = 0
  return chain.flatMap((stage) => {
    const wanted = stage.map((member) => (typeof member === 'string' ? member : member.tool).split('|'))
    const names: string[] = []
    for (let at = from; at < made.length && wanted.length > 0; at++) {
      const index = wanted.findIndex((tools) => tools.includes(made[at]!))
      if (index < 0) continue
      names.push(made[at]!)
      wanted.splice(index, 1)
      from = at + 1
    }
    return [...names, ...wanted.map(([first]) => first!)]
  })
}
