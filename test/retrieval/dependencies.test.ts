import { describe, expect, it } from 'vitest'
import { askedFor, closeOverDependencies } from '../../src/retrieval/dependencies.ts'

describe('closeOverDependencies', () => {
  it('puts what the best tools need after them, depth first, then the rest as ranked', () => {
    // 0 needs 3 and 4; 3 needs 5.
    const dependsOn = [[3, 4], [], [], [5], [], []]
    expect(closeOverDependencies([0, 1, 2, 3, 4, 5], dependsOn, 1)).toEqual([0, 3, 5, 4, 1, 2])
  })

  it('does not count a tool that another has brought as a seed', () => {
    // 0 brings 1; the second seed is 2, which brings 4.
    expect(closeOverDependencies([0, 1, 2, 3, 4], [[1], [], [4], [], []], 2)).toEqual([0, 1, 2, 4, 3])
  })

  it('ends on cycles', () => {
    expect(closeOverDependencies([0, 1], [[1], [0]], 2)).toEqual([0, 1])
  })
})

describe('askedFor', () => {
  it('leaves out what another tool of the flow needs, by way of tools outside it too', () => {
    // 0 needs 1, 1 needs 2; 3 stands alone.
    const dependsOn = [[1], [2], [], []]
    expect(askedFor([2, 1, 0, 3], dependsOn)).toEqual([0, 3])
    expect(askedFor([0, 2], dependsOn)).toEqual([0])
    expect(askedFor([2, 3], dependsOn)).toEqual([2, 3])
  })

  it('keeps the first of tools that need each other', () => {
    expect(askedFor([1, 0], [[1], [0]])).toEqual([1])
  })
})
