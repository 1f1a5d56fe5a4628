import { expect, it } from 'vitest'
import { changeOfState } from '../../src/agent/state-words.ts'

const isWater = (phrase: string) => /water|lake/.test(phrase)

it.each([
  ['What was lake on the first date but land on the second?', 'loss'],
  ['How much water is there now that was dry before?', 'gain'],
  ['How much turned from water into land?', 'loss'],
  ['How did the lake change between the first and the last date?', null],
  ['How large was the lake on the first date?', null],
])('“%s” tells %s', (question, change) => {
  expect(changeOfState(question, isWater)).toBe(change)
})
