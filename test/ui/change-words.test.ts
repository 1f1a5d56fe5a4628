import { describe, expect, it } from 'vitest'
import { activationWords, changeWord, fieldChanges, rowTitle } from '../../src/ui/memory/change-words.ts'
import { fieldsOf, patchOf } from '../../src/ui/memory/entry-fields.ts'
import { skill } from './fake-memory.ts'

describe('fieldChanges', () => {
  it('tells each field that differs in plain words, those of the use among them', () => {
    const after = {
      ...skill,
      state: 'candidate' as const,
      activation: null,
      pinned: true,
      usage: { ...skill.usage, uses: 4 },
      provenance: ['run-1', 'data:x', 'run-2'],
      rules: [],
    }
    expect(fieldChanges({ before: skill, after })).toEqual([
      { field: 'rules', before: 'Where the dates are one, stop and say so.', after: 'none' },
      { field: 'state', before: 'active', after: 'candidate' },
      { field: 'made active', before: 'it came with the app', after: 'none' },
      { field: 'pinned', before: 'no', after: 'yes' },
      { field: 'runs behind it', before: '1 run', after: '2 runs' },
      { field: 'uses', before: '3', after: '4' },
    ])
  })

  it('tells nothing of a row that was added or removed, or that is as it was', () => {
    expect(fieldChanges({ before: null, after: skill })).toEqual([])
    expect(fieldChanges({ before: skill, after: { ...skill } })).toEqual([])
    expect(changeWord({ table: 'skills', before: skill, after: null })).toBe('removed')
  })
})

describe('rowTitle', () => {
  it('names a row that is gone by what it was', () => {
    expect(rowTitle({ table: 'skills', id: skill.id, before: skill, after: null })).toBe(skill.title)
  })
})

describe('activationWords', () => {
  it('says what made an entry active', () => {
    expect(activationWords({ by: 'proven', at: 0, runs: ['a', 'b', 'c'] })).toMatch(
      /^3 later runs on other data/,
    )
  })
})

describe('patchOf', () => {
  const fields = fieldsOf({ table: 'skills', row: skill })

  it('holds the fields that were changed alone; lists by line', () => {
    expect(patchOf(fields, { title: skill.title, rules: ' One.\n\nTwo. ' })).toEqual({
      rules: ['One.', 'Two.'],
    })
  })

  it('is empty where nothing was changed', () => {
    expect(patchOf(fields, Object.fromEntries(fields.map(({ name, value }) => [name, value])))).toEqual({})
  })
})
