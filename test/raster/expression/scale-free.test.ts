import { describe, expect, it } from 'vitest'
import { parseExpression } from '../../../src/raster/expression/parser.ts'
import { isScaleFree } from '../../../src/raster/expression/scale-free.ts'

describe('isScaleFree', () => {
  it.each([
    ['(nir - red) / (nir + red)', true],
    ['nir / red', true],
    ['nir > red', true],
    ['sqrt(nir * red) / swir1', true],
    ['2.5 * (nir - red) / (nir + 6 * red - 7.5 * blue + 1)', false],
    ['nir - red', false],
    ['nir > 0.3', false],
    ['log(nir)', false],
  ])('%s: %s', (text, free) => {
    expect(isScaleFree(parseExpression(text))).toBe(free)
  })
})
