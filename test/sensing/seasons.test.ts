import { describe, expect, it } from 'vitest'
import { areOfOneSeason, daysApartInYear } from '../../src/sensing/seasons.ts'

describe('daysApartInYear', () => {
  // By the calendar: March has 31 days, 2020 has a 29 February.
  it.each([
    ['2019-08-09', '2019-08-25', 16],
    ['2021-04-18', '2022-04-13', 5],
    ['2018-12-30', '2019-01-02', 3],
    ['2018-01-01', '2018-07-02', 182],
  ])('counts from %s to %s round the year', (one, other, days) => {
    expect(daysApartInYear(one, other)).toBe(days)
    expect(daysApartInYear(other, one)).toBe(days)
  })
})

describe('areOfOneSeason', () => {
  it('looks at the first and the last of the dates', () => {
    expect(areOfOneSeason([])).toBe(true)
    expect(areOfOneSeason(['2019-08-25', '2019-08-09'])).toBe(true)
    expect(areOfOneSeason(['2018-12-08', '2018-06-15', '2018-03-11'])).toBe(false)
  })
})
