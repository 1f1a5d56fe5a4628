import { describe, expect, it } from 'vitest'
import { MEMORIES, readMemories } from '../../bench/evaluation/memories.ts'

describe('readMemories', () => {
  it('reads modes with commas between, and all where none are given', () => {
    expect(readMemories('off, no-skills')).toEqual(['off', 'no-skills'])
    expect(readMemories(undefined)).toEqual(MEMORIES)
  })

  it('refuses what is no mode and names those there are', () => {
    expect(() => readMemories('on,of')).toThrow(/"of".*no-workflows/)
  })
})
