import { expect, it } from 'vitest'
import { readSweep, withSettings } from '../../bench/lib/with-settings.ts'
import { config } from '../../src/config.ts'

it('sets constants for the time of a run and sets them back, also where it fails', async () => {
  const before = config.skill.minimum
  await withSettings({ 'skill.minimum': 0.1 }, () => {
    expect(config.skill.minimum).toBe(0.1)
    return Promise.resolve()
  })
  expect(config.skill.minimum).toBe(before)
  await expect(
    withSettings({ 'skill.minimum': 0.2 }, () => Promise.reject(new Error('the run failed'))),
  ).rejects.toThrow('the run failed')
  expect(config.skill.minimum).toBe(before)
})

it('reads a sweep and refuses what is no number of the configuration', async () => {
  expect(readSweep('workflow.minimum=0.2,0.6')).toEqual([
    { 'workflow.minimum': 0.2 },
    { 'workflow.minimum': 0.6 },
  ])
  expect(() => readSweep('workflow.none=1')).toThrow('There is no number "workflow.none"')
  expect(() => readSweep('retrieval.mode=1')).toThrow('There is no number')
  expect(() => readSweep('skill.minimum=much')).toThrow('A sweep is written')
  await expect(withSettings({ 'no.such': 1 }, () => Promise.resolve())).rejects.toThrow('no number')
})
