import { describe, expect, it } from 'vitest'
import { nextCall } from '../../../../src/memory/flows/calls/next-call.ts'

describe('nextCall', () => {
  it('follows the flows that began like this, by their weight', () => {
    const possible = [
      { tools: ['a', 'b', 'c'], weight: 1 },
      { tools: ['a', 'b', 'd'], weight: 2 },
      { tools: ['x', 'y'], weight: 9 },
    ]
    expect(nextCall([], possible)).toBe('x')
    expect(nextCall(['a', 'b'], possible)).toBe('d')
  })

  it('ends where they end', () => {
    expect(nextCall(['a', 'b'], [{ tools: ['a', 'b'], weight: 1 }])).toBeNull()
  })

  it('meets a flow in its course where none began like this', () => {
    expect(nextCall(['z', 'b'], [{ tools: ['a', 'b', 'c'], weight: 1 }])).toBe('c')
  })

  it('in a flow that calls a tool twice stands where the history stands', () => {
    const possible = [{ tools: ['b', 'c', 'b', 'd'], weight: 1 }]
    expect(nextCall(['z', 'y', 'b'], possible)).toBe('d')
  })

  it('ends where no flow knows better', () => {
    expect(nextCall(['q'], [{ tools: ['a'], weight: 1 }])).toBeNull()
  })
})
