import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { modisTemperature } from '../../bench/fieldbench/data/modis.ts'
import { unitWished } from '../../src/agent/wished-units.ts'
import { memoryStore } from '../../src/memory/index.ts'
import { crsFromEpsg } from '../../src/raster/grid/crs.ts'
import type { Grid } from '../../src/raster/grid/grid.ts'
import { convertUnit, type UnitWishes } from '../../src/trace/units.ts'
import { makeSample } from '../../scripts/make-sample.ts'
import { answerOf, deskWith, deskWithFolder, type Desk } from '../helpers/field.ts'

/** 100 pixels of 1 km². */
const GRID: Grid = {
  width: 10,
  height: 10,
  crs: crsFromEpsg(32633),
  transform: [1000, 0, 500_000, 0, -1000, 5_000_000],
}
/** 20.0 to 29.9 °C in steps of 0.1: the mean is 24.95 °C, and 49 pixels are hotter than 25.05 °C. */
const ramp = (warmer = 0) => Float32Array.from({ length: 100 }, (_, at) => 293.15 + warmer + at / 10)

async function desk(): Promise<Desk> {
  const first = await modisTemperature(GRID, '2022-07-01', { day: ramp() })
  const second = await modisTemperature(GRID, '2022-07-17', { day: ramp(3) })
  return deskWith([...first.files, ...second.files])
}

async function sampleDesk(): Promise<Desk> {
  const out = mkdtempSync(join(tmpdir(), 'geoforge-units-'))
  onTestFinished(() => rmSync(out, { recursive: true, force: true }))
  await makeSample({ seed: 7, out })
  return deskWithFolder(join(out, '7'), (name) => name.endsWith('.tif'))
}

const told = async (question: string, units?: UnitWishes) => {
  const record = await (await desk()).ask(question, memoryStore(), undefined, undefined, units)
  expect(record.status).toBe('answered')
  return answerOf(record)
}
const textOf = ({ spans }: Awaited<ReturnType<typeof told>>) => spans.map(({ text }) => text).join('')

vi.setConfig({ testTimeout: 60_000 })

describe('the acre', () => {
  it('is the international one, 4840 square yards of 0.9144 m', () => {
    expect(convertUnit(1, 'acre', 'm2')).toBe(4840 * 0.9144 ** 2)
    expect(convertUnit(1, 'ha', 'acre')).toBeCloseTo(2.471053814671653, 12)
    // A square mile.
    expect(convertUnit(640, 'acre', 'm2')).toBeCloseTo(1609.344 ** 2, 6)
  })
})

describe('units that a person wishes', () => {
  it('are those of an answer whose question names none', async () => {
    const AREA = 'What area burned between the first and the last date?'
    const sample = await sampleDesk()
    const ask = async (units?: UnitWishes) =>
      answerOf(await sample.ask(AREA, memoryStore(), undefined, undefined, units))
    const plain = await ask()
    expect(plain.unit).toBe('ha')
    const acres = await ask({ area: 'acre' })
    expect(acres.unit).toBe('acre')
    expect(acres.value).toBeCloseTo((plain.value! * 1e4) / 4046.8564224, 9)
    // The largest patch too.
    expect(textOf(acres)).toMatch(/[\d.]+ acres.*[\d.]+ acres/)
    expect(textOf(acres)).not.toMatch(/\d ha\b/)
    // What is cited is what was measured.
    expect(acres.evidence[0]).toMatchObject({ value: plain.value, unit: 'ha' })
    expect(await ask({ area: 'km2' })).toMatchObject({ unit: 'km2', value: plain.value! / 100 })
  })

  it('give way to the unit that the question names', async () => {
    const named = 'How many hectares on 2022-07-01 had a surface temperature above 25.05 °C?'
    expect(await told(named, { area: 'acre' })).toMatchObject({ unit: 'ha', value: 4900 })
    const acres = 'How many acres on 2022-07-01 had a surface temperature above 25.05 °C?'
    expect(await told(acres, { area: 'km2' })).toMatchObject({ unit: 'acre' })
  })

  it('turn temperatures, and no differences of them', async () => {
    const mean = 'What is the mean surface temperature on 2022-07-01?'
    expect(await told(mean)).toMatchObject({ unit: 'K' })
    const celsius = await told(mean, { temperature: 'degC' })
    expect(celsius.unit).toBe('degC')
    expect(celsius.value).toBeCloseTo(24.95, 1)
    const rise = 'By how much did the mean surface temperature rise from 2022-07-01 to 2022-07-17?'
    const risen = await told(rise, { temperature: 'degC' })
    expect(risen.unit).toBe('K')
    expect(risen.value).toBeCloseTo(3, 1)
    expect(textOf(risen)).not.toMatch(/-2[67]\d/)
  })
})

describe('unitWished', () => {
  const of = (
    quantity: Omit<Parameters<typeof unitWished>[0], 'name'>,
    wishes: UnitWishes,
    limit: Parameters<typeof unitWished>[3]['limit'] = null,
  ) =>
    unitWished(
      { name: 'mean', ...quantity },
      { layers: [], call: { tool: 'raster_statistics', args: {} } },
      { unit: null },
      { wishes, limit, layers: [] },
    )

  it('leaves what is compared with an amount in the unit of that', () => {
    const limit = { value: 10_000, unit: 'ha', words: '10000 ha' } as const
    expect(of({ unit: 'ha', dimension: 'area' }, { area: 'acre' }, limit)).toBeNull()
    expect(of({ unit: 'm', dimension: 'length' }, { length: 'km' }, limit)).toBe('km')
  })

  it('turns no centimetres, no counts, and no kelvins of a layer that it does not know', () => {
    expect(of({ unit: 'cm', dimension: 'length' }, { length: 'km' })).toBeNull()
    expect(of({ unit: 'px', dimension: 'area' }, { area: 'acre' })).toBeNull()
    expect(of({ unit: 'K', dimension: 'temperature' }, { temperature: 'degC' })).toBeNull()
  })
})
