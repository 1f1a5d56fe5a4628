import { describe, expect, it } from 'vitest'
import { plainRecall } from '../../bench/peers/plain-recall.ts'
import { seededRandom } from '../../src/lib/random.ts'
import { recall, type RecallOptions } from '../../src/memory/index.ts'
import type { Recall } from '../../src/memory/types.ts'
import {
  changedMemory,
  Draws,
  NOW,
  randomMemory,
  randomQuery,
  randomVectors,
} from '../helpers/random-memory.ts'

const OPTIONS: readonly RecallOptions[] = [
  {},
  { paperExact: true },
  { reliability: false },
  { now: NOW },
  { paperExact: true, now: NOW },
]

/** Ids with scores to the last digit, best first. */
const told = ({ workflows, experiences, skills }: Recall) =>
  [workflows, experiences, skills].map((items) => items.map(({ item, score }) => [item.id, score] as const))

describe('recall by an index', () => {
  it('gives what the plain scan gives, score and order, on 60 memories through changes of rows', () => {
    const unlike: string[] = []
    let found = 0
    for (let seed = 1; seed <= 60; seed++) {
      const draws = new Draws(seededRandom(seed))
      let memory = randomMemory(draws)
      for (let step = 0; step < 4; step++) {
        const query = randomQuery(draws)
        const embedded = randomVectors(draws, memory)
        for (const options of [...OPTIONS, { embedded }, { embedded, now: NOW }]) {
          const got = told(recall(query, memory, options))
          found += got.flat().length
          // JSON writes as many digits of a number as tell it from every other.
          if (JSON.stringify(got) !== JSON.stringify(told(plainRecall(query, memory, options)))) {
            unlike.push(`seed ${seed}, step ${step}, ${Object.keys(options).join(' ')}`)
          }
        }
        memory = changedMemory(draws, memory, step)
      }
    }
    expect(unlike).toEqual([])
    // The memories and questions are such that something is found.
    expect(found).toBeGreaterThan(6000)
  })

  it('gives what the plain scan gives where two memories are asked by turns', () => {
    const draws = new Draws(seededRandom(7))
    const memories = [randomMemory(draws), randomMemory(draws)]
    for (let turn = 0; turn < 40; turn++) {
      const memory = memories[turn % 2]!
      const query = randomQuery(draws)
      expect(told(recall(query, memory))).toEqual(told(plainRecall(query, memory)))
    }
  })
})
