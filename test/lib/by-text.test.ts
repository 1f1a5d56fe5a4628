import { expect, it } from 'vitest'
import { byText } from '../../src/lib/by-text.ts'

it('computes a text once, and again when too many came between', () => {
  let calls = 0
  const length = byText((text) => (calls++, text.length), 2)
  expect([length('one'), length('three'), length('one')]).toEqual([3, 5, 3])
  expect(calls).toBe(2)
  length('two')
  expect(length('one')).toBe(3)
  expect(calls).toBe(4)
})
