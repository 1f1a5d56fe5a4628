import { describe, expect, it, vi } from 'vitest'
import { modisTemperature } from '../../bench/fieldbench/data/modis.ts'
import { nightLights } from '../../bench/fieldbench/data/night-lights.ts'
import { answerIn } from '../../bench/fieldbench/judge.ts'
import type { DataFile } from '../../bench/fieldbench/task.ts'
import { deskWith } from '../../bench/lib/desk.ts'
import { withoutLimits } from '../../src/agent/question-words.ts'
import { asksForHeatIsland } from '../../src/agent/targets.ts'
import { memoryStore } from '../../src/memory/index.ts'
import { crsFromEpsg } from '../../src/raster/grid/crs.ts'
import type { Grid } from '../../src/raster/grid/grid.ts'

const SIDE = 10
/** Pixels of 1 km²: 100 of them. */
const GRID: Grid = {
  width: SIDE,
  height: SIDE,
  crs: crsFromEpsg(32633),
  transform: [1000, 0, 500_000, 0, -1000, 5_000_000],
}
/** A ramp of 20 to 29.9 °C in steps of 0.1 °C, so that counts are told by hand, and warmer by some kelvins. */
const ramp = (warmer = 0) => Float32Array.from({ length: 100 }, (_, at) => 293.15 + warmer + at / 10)
const lst = async (date: string, day: Float32Array, night?: Float32Array) =>
  (await modisTemperature(GRID, date, { day, ...(night ? { night } : {}) })).files

async function ask(files: readonly DataFile[], question: string) {
  const desk = await deskWith(files)
  const record = await desk.ask(question, memoryStore())
  const answer = answerIn(record)
  const value = answer?.value ?? null
  return { status: record.status, value, unit: answer?.unit ?? null, choice: answer?.choice ?? null }
}

vi.setConfig({ testTimeout: 60_000 })

describe('limits with a unit', () => {
  it('are left out of what the words ask for', () => {
    expect(withoutLimits('hectares hotter than 35 °C')).toBe('hectares hotter a limit')
    expect(withoutLimits('between 20 and 25 °C, in km²')).toBe('a limit, in km²')
    expect(withoutLimits('more than 100 ha')).toBe('more than 100 ha')
  })

  it.each([
    // 20.0 to 29.9 °C: above 25 are 49 pixels, at 25.05 between two of them.
    ['How many km² are hotter than 25.05 °C by surface temperature?', 49, 'km2'],
    ['How many km² had a surface temperature above 298.2 K?', 49, 'km2'],
    ['What percentage of the pixels had a surface temperature below 22.05 °C?', 21, '%'],
    ['What area, in km², had a surface temperature between 22.05 and 24.05 °C?', 20, 'km2'],
  ])('cut where they are said: %s', async (question, value, unit) => {
    const found = await ask(await lst('2022-07-01', ramp()), question)
    expect(found).toMatchObject({ status: 'answered', unit })
    expect(found.value).toBeCloseTo(value, 6)
  })
})

describe('temperatures of several times', () => {
  const pair = async () => [
    ...(await lst('2022-07-01', ramp(), ramp(-12))),
    ...(await lst('2022-07-17', ramp(3), ramp(-10))),
  ]
  const days = async () => (await pair()).filter(({ name }) => name.includes('Day'))

  it('differ by kelvins, also where degrees Celsius are asked for', async () => {
    const found = await ask(
      await days(),
      'By how many °C did the mean surface temperature rise from 2022-07-01 to 2022-07-17?',
    )
    expect(found).toMatchObject({ status: 'answered', unit: 'K' })
    expect(found.value).toBeCloseTo(3, 1)
    const options = '\nA) 0.5 °C\nB) 3.0 °C\nC) 8.0 °C\nD) 300 °C'
    const chosen = await ask(
      await days(),
      `How much did the mean surface temperature rise between the dates?${options}`,
    )
    expect(chosen.choice).toBe('B')
  })

  it('are those of the night where the words say so', async () => {
    const files = (await pair()).filter(({ name }) => name.includes('A2022182'))
    const night = await ask(files, 'What is the mean surface temperature at night, in °C?')
    expect(night.value).toBeCloseTo(12.95, 1)
    const day = await ask(files, 'What is the mean surface temperature by day, in °C?')
    expect(day.value).toBeCloseTo(24.95, 1)
    const range = await ask(
      files,
      'How far apart were the day and the night surface temperature on average, in K?',
    )
    expect(range.value).toBeCloseTo(12, 1)
  })

  it('are highest over all dates by the highest pixel and not by the highest mean', async () => {
    const found = await ask(
      await days(),
      'What is the highest surface temperature on any of the dates, in °C?',
    )
    expect(found.value).toBeCloseTo(32.9, 1)
  })

  it('show no change where there is one date', async () => {
    const files = await lst('2022-07-01', ramp())
    const question = 'By how many kelvins did the surface temperature fall since the last scene?'
    expect((await ask(files, question)).status).not.toBe('answered')
  })
})

describe('ends of values', () => {
  it.each([
    ['How cold did the ground get at the coldest spot, in °C?', 20],
    ['How hot was the hottest pixel of the land surface, in °C?', 29.9],
  ])('%s', async (question, value) => {
    const found = await ask(await lst('2022-07-01', ramp()), question)
    expect(found.value).toBeCloseTo(value, 1)
  })
})

describe('night lights', () => {
  const lights = async (year: number, factor: number) =>
    (
      await nightLights(
        'eog',
        GRID,
        year,
        Float32Array.from({ length: 100 }, (_, at) => at * factor),
      )
    ).file

  it('are cut and compared in their own unit', async () => {
    const pair = [await lights(2014, 1), await lights(2019, 1.5)]
    const mean = await ask([pair[0]!], 'How bright is the area at night, on average?')
    expect(mean).toMatchObject({ value: 49.5, unit: 'nW/cm2/sr' })
    const lit = await ask([pair[0]!], 'How many km² shine brighter than 59.5 nW/cm²/sr at night?')
    expect(lit).toMatchObject({ unit: 'km2', value: 40 })
    const rise = await ask(pair, 'By what percentage did the mean night light rise from 2014 to 2019?')
    expect(rise.value).toBeCloseTo(50, 4)
    expect(rise.unit).toBe('%')
  })

  it('have not grown where there is one year', async () => {
    const found = await ask([await lights(2014, 1)], 'How much did the night lights grow since 2014?')
    expect(found.status).not.toBe('answered')
  })
})

describe('asksForHeatIsland', () => {
  it.each([
    ['How strong is the urban heat island?', true],
    ['How many K hotter was the city than the rest of the scene?', true],
    ['Mean temperature inside and outside of the built-up land, and the difference?', true],
    ['How many hectares of built-up land are hotter than 32 °C?', false],
    ['What is the mean surface temperature?', false],
  ])('%s', (text, expected) => expect(asksForHeatIsland(text)).toBe(expected))
})
