import { describe, expect, it } from 'vitest'
import { TOOLS } from '../../src/tools/index.ts'
import { findIndex } from '../../src/sensing/indices.ts'
import {
  MARKED_TARGETS,
  maskMeaning,
  standardThreshold,
  waysToMark,
  widerThresholds,
} from '../../src/sensing/meanings.ts'
import { finishedProduct } from '../../src/sensing/profiles.ts'

describe('maskMeaning', () => {
  it.each([
    ['dnbr', 'at_or_above', 'burned'],
    ['dnbr', 'above', 'burned'],
    ['ndwi', 'above', 'water'],
    ['mndwi', 'at_or_above', 'water'],
    ['ndsi', 'above', 'snow'],
    ['ndvi', 'above', 'vegetation'],
    ['ndbi', 'above', 'built_up'],
    ['bai', 'above', 'burned'],
    ['dndvi', 'below', 'vegetation_loss'],
    ['dndvi', 'above', 'vegetation_gain'],
    ['ndwi', 'below', 'ndwi_low'],
    ['temperature', 'at_or_above', 'temperature_high'],
    ['toString', 'below', 'toString_low'],
  ])('calls %s %s a threshold %s', (meaning, side, target) => {
    expect(maskMeaning(meaning, side)).toBe(target)
  })
})

describe('waysToMark', () => {
  it('gives the best known way first', () => {
    expect(waysToMark('burned')[0]).toMatchObject({
      source: 'dnbr',
      side: 'at_or_above',
      threshold: 0.27,
      order: 'before_minus_after',
    })
    expect(waysToMark('water').map(({ source, threshold }) => [source, threshold])).toEqual([
      ['ndwi', 0],
      ['mndwi', 0],
    ])
    expect(waysToMark('snow')[0]?.threshold).toBe(0.4)
  })

  it('knows no way for an unknown target', () => {
    expect(waysToMark('gold')).toEqual([])
    expect(waysToMark('constructor')).toEqual([])
  })

  it('leads back to its target and to an index of the catalogue, a tool or a product', () => {
    for (const target of MARKED_TARGETS) {
      for (const { source, side, order } of waysToMark(target)) {
        expect(maskMeaning(source, side)).toBe(target)
        if (source === 'log_ratio') expect(toolNames).toContain(source)
        else if (source === 'sea_ice') expect(finishedProduct('ICE_CONC')?.meaning).toBe(source)
        else expect(findIndex(order ? source.slice(1) : source), source).toBeDefined()
      }
    }
  })
})

const toolNames = TOOLS.map(({ name }) => name)

describe('standardThreshold', () => {
  it('is that of the meaning on its side, and none on the other', () => {
    expect(standardThreshold('dnbr', 'at_or_above')?.threshold).toBe(0.27)
    expect(standardThreshold('dnbr', 'below')).toBeNull()
    expect(standardThreshold('bai', 'above')).toBeNull()
  })
})

describe('widerThresholds', () => {
  it('gives the thresholds of the field that mark more, the nearest first', () => {
    expect(widerThresholds('dnbr', 'at_or_above', 0.27)).toEqual([0.1])
    expect(widerThresholds('dnbr', 'at_or_above', 0.66)).toEqual([0.44, 0.27, 0.1])
    expect(widerThresholds('ndvi', 'above', 0.3)).toEqual([0.2])
    expect(widerThresholds('ndwi', 'above', 0)).toEqual([])
    expect(widerThresholds('bai', 'above', 100)).toEqual([])
  })
})
