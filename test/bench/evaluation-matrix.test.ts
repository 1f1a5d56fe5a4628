import { describe, expect, it } from 'vitest'
import { MEMORIES, readMemories, variants } from '../../bench/evaluation/matrix.ts'

describe('variants', () => {
  it('holds each combination once', () => {
    const all = variants()
    expect(all).toHaveLength(MEMORIES.length)
    expect(new Set(all.map((variant) => JSON.stringify(variant))).size).toBe(all.length)
  })

  it('keeps the order of the memories', () => {
    expect(variants(['off', 'on'])).toEqual([
      { policy: 'planner', model: 'none', memory: 'off' },
      { policy: 'planner', model: 'none', memory: 'on' },
    ])
  })
})

describe('readMemories', () => {
  it('reads modes with commas between, and all where none are given', () => {
    expect(readMemories('off, no-skills')).toEqual(['off', 'no-skills'])
    expect(readMemories(undefined)).toEqual(MEMORIES)
  })

  it('refuses what is no mode and names those there are', () => {
    expect(() => readMemories('on,of')).toThrow(/"of".*no-workflows/)
  })
})
