import { describe, expect, it } from 'vitest'
import { checkStep } from '../../src/agent/checks.ts'
import { observation } from '../helpers/scripted-runner.ts'

const otsu = (share: number, separability = 0.9, rule = 'otsu') =>
  checkStep(
    { observation: observation({ facts: { selected_share: share, separability } }), args: { rule } },
    false,
  )

describe('checkStep', () => {
  it('sees a threshold of Otsu at either edge of the histogram', () => {
    expect(otsu(0.0004)).toEqual(['at-edge'])
    expect(otsu(0.9996)).toContain('at-edge')
    expect(otsu(0.002)).toEqual([])
  })

  it('lets a threshold that was given lie where it lies', () => {
    expect(otsu(0.0004, 0.9, 'value')).toEqual([])
  })

  it('tells an empty mask and one class by their own names', () => {
    expect(otsu(0)).toEqual(['empty'])
    expect(otsu(0.0004, 0.5)).toEqual(['one-class'])
  })
})
