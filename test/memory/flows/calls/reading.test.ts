import { describe, expect, it } from 'vitest'
import { readAsked } from '../../../../src/memory/flows/calls/reading.ts'

const read = (question: string, choices: readonly string[] = [], files: readonly string[] = []) =>
  readAsked({ question, choices, files }).facts

describe('readAsked', () => {
  it('tells what is wanted', () => {
    expect(read('How many days had more than 40% of the area above 300 K?').intent).toContainAllKeys([
      'count-dates',
      'share-condition',
      'above',
    ])
    expect(read('On which day was it coldest?').intent).toContainAllKeys(['when', 'minimum'])
    expect(read('Mean NDVI, compared between 2012 and 2022').intent).toContainAllKeys(['mean', 'difference'])
  })

  it('tells the form of the answer by the choices', () => {
    expect(read('?', ['12.5%', '14.0%']).answer).toContainAllKeys(['form percent', 'choices 2'])
    expect(read('?', ['+0.21 K/year']).answer).toContainAllKeys(['per year', 'kelvin'])
    expect(read('?').answer).toContainAllKeys(['form free', 'choices 0'])
  })

  it('counts years and limits in the question', () => {
    expect(read('Above 300 K in 2012 and 2022, 2012 most').answer).toContainAllKeys(['years 2', 'limits 1'])
  })

  it('reads product and band off file names, and how many files, dates and years there are', () => {
    const { data } = read('?', [], ['d/Lake_2021-05-01_BT_31.tif', 'd/Lake_2022-05-01_BT_31.tif'])
    expect(data).toContainAllKeys(['bt 31', 'files 2', 'dates 2', 'years 2'])
    expect([...data.keys()].some((fact) => fact.includes('2021'))).toBe(false)
  })
})

declare module 'vitest' {
  interface Matchers {
    toContainAllKeys(keys: readonly string[]): void
  }
}

expect.extend({
  toContainAllKeys(found: ReadonlyMap<string, number>, keys: readonly string[]) {
    const absent = keys.filter((key) => !found.has(key))
    return {
      pass: absent.length === 0,
      message: () => `${absent.join(', ')} not among ${[...found.keys()].join(', ')}`,
    }
  },
})
