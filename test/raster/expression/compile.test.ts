import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../src/lib/random.ts'
import {
  compileExpression,
  steppingKernel,
  type KernelRules,
} from '../../../src/raster/expression/compile.ts'
import { buildGraph } from '../../../src/raster/expression/graph.ts'
import { bandsOf, parseExpression } from '../../../src/raster/expression/parser.ts'
import { wasmKernel } from '../../../src/raster/expression/wasm-kernel.ts'
import { randomTree } from './trees.ts'

/** Both kernels of an expression over values of its bands, in the order of the alphabet; they must agree to the bit. */
function valuesOf(text: string, ...bands: readonly (readonly number[])[]): number[] {
  const expression = parseExpression(text)
  const graph = buildGraph(expression, bandsOf(expression).sort())
  const rules: KernelRules = { positiveBands: false }
  const [compiled, stepped] = [wasmKernel(graph, bands.length, rules), steppingKernel(graph, rules)].map(
    (kernel) => {
      const out = new Float32Array(bands[0]?.length ?? 1).fill(-99)
      kernel(
        bands.map((band) => Float32Array.from(band)),
        out,
      )
      return [...out]
    },
  )
  expect(compiled).toEqual(stepped)
  return compiled!
}
const valueOf = (text: string, ...pixel: readonly number[]) =>
  valuesOf(text, ...pixel.map((each) => [each]))[0]

describe('compileExpression', () => {
  it.each([
    ['-2^2', -4],
    ['2^3^2', 512],
    ['2^-1', 0.5],
    ['(-8)^3', -512],
    ['7 - 2 - 1', 4],
    ['8 / 4 / 2', 1],
    ['2 + 3 * 4', 14],
    ['1 < 2', 1],
    ['2 <= 1', 0],
    ['1 == 1 and 2 != 2', 0],
    ['3 or 0', 1],
    ['not 3', 0],
    ['log(exp(3))', 3],
    ['log10(1000)', 3],
    ['sqrt(16)', 4],
    ['round(2.5)', 3],
    ['round(-2.5)', -2],
    ['floor(-0.5)', -1],
    ['clamp(7, 0, 5)', 5],
    ['min(3, 1, 2) + max(1, 5, 2)', 6],
    ['where(0, 1, 2)', 2],
    ['abs(-3)', 3],
  ])('works out %s, with numbers and with bands', (text, value) => {
    expect(valueOf(text)).toBeCloseTo(value, 6)
    // Each number once more as a band, so that nothing can be worked out beforehand.
    const numbers: number[] = []
    const withBands = text.replace(
      /(?<![a-z0-9.])\d+(\.\d+)?/g,
      (digits) => `b${numbers.push(Number(digits))}`,
    )
    expect(valueOf(withBands, ...numbers)).toBeCloseTo(value, 6)
  })

  it('has no value where a step is undefined or infinite, and does not hide it later', () => {
    for (const text of [
      'a / b',
      '1 / (a / b)',
      'min(a / b, 3)',
      'a / b > 2',
      '(a - a) / b',
      'where(a / b, 1, 2)',
      'b^-a',
    ]) {
      expect(valueOf(text, 1, 0), text).toBeNaN()
    }
    for (const text of [
      'log(a)',
      '1 / log(a)',
      'log10(a)',
      'sqrt(a - 1)',
      'exp(a + 1000)',
      '1 / exp(a + 1000)',
      '(a - 8)^0.5',
    ]) {
      expect(valueOf(text, 0), text).toBeNaN()
    }
    expect(valueOf('a * a', 1e30)).toBeNaN()
  })

  it('has no value where a band that is used has none', () => {
    for (const text of [
      'a + b',
      'a * b',
      'a / b',
      'a < b',
      'a != b',
      'a and b',
      'a or b',
      'min(a, b)',
      'max(b, a)',
      'a^b',
      'b^a',
      'where(a, b, b)',
      'a - a + b',
      '0 * a + b',
      'not a + b',
      '-a + b',
      'a^0 + b',
      '1^a + b',
    ]) {
      // prettier-ignore
      expect(valuesOf(text, [NaN, 2], [2, 2])[0], text).toBeNaN()
      expect(valuesOf(text, [NaN, 2], [2, 2])[1], text).not.toBeNaN()
    }
  })

  it('takes an infinite value of a band for no value', () => {
    for (const text of ['1 / a', 'a > 1', 'min(a, 3)', 'exp(-a)']) {
      expect(valuesOf(text, [Infinity, 2]), text).toEqual([NaN, valueOf(text, 2)])
    }
  })

  it('takes the branch that where picks, whatever the other one holds', () => {
    expect(valuesOf('where(a > 0, a, b)', [1, -1, NaN, 1, -1], [NaN, 5, 5, 5, NaN])).toEqual([
      1,
      5,
      NaN,
      1,
      NaN,
    ])
    expect(valuesOf('where(valid(a), a, b)', [1, NaN, NaN], [5, 5, NaN])).toEqual([1, 5, NaN])
  })

  it('knows where the data is', () => {
    expect(valuesOf('valid(a)', [1, NaN, 0])).toEqual([1, 0, 1])
    expect(valuesOf('valid(1 / a)', [1, NaN, 0])).toEqual([1, 0, 0])
  })

  it('fills blocks of every length', () => {
    for (const length of [0, 1, 2, 3, 4095, 4096, 4097, 10_001]) {
      const a = Float32Array.from({ length }, (_, index) => index)
      const out = new Float32Array(length).fill(-99)
      compileExpression(parseExpression('2 * a + 1'))([a], out)
      expect(out).toEqual(a.map((value) => 2 * value + 1))
    }
  })

  it('makes kernels of the longest expressions without delay', () => {
    const start = performance.now()
    expect(valueOf('a+'.repeat(999) + 'a', 0.5)).toBe(500)
    expect(valueOf('a/'.repeat(999) + 'a', 1)).toBe(1)
    expect(valueOf('a or '.repeat(390) + 'a', 0)).toBe(0)
    expect(valueOf('where(a,'.repeat(60) + 'b' + ',a)'.repeat(60), 1, 7)).toBe(7)
    expect(performance.now() - start).toBeLessThan(3000)
  })

  it('keeps only pixels whose bands are all above zero where that is the rule', () => {
    const expression = parseExpression('a + b')
    const bands = [[1, 0, 1, -1, NaN, 2], [1, 1, 0, 3, 1, 2]].map((band) => Float32Array.from(band)) // prettier-ignore
    const rules = { positiveBands: true }
    for (const kernel of [
      compileExpression(expression, ['a', 'b'], rules),
      steppingKernel(buildGraph(expression, ['a', 'b']), rules),
    ]) {
      const out = new Float32Array(6)
      kernel(bands, out)
      expect([...out]).toEqual([2, NaN, NaN, NaN, NaN, 4])
    }
  })

  it('takes blocks in the order of the bands that it was given', () => {
    const out = new Float32Array(1)
    const kernel = compileExpression(parseExpression('a - b'), ['b', 'unused', 'a'])
    kernel([Float32Array.of(1), Float32Array.of(NaN), Float32Array.of(3)], out)
    expect(out[0]).toBe(2)
  })

  it('says which bands are missing and which there are', () => {
    expect(() => compileExpression(parseExpression('nir - red + b1'), ['nir', 'blue'])).toThrow(
      'the expression needs red, b1, but there are nir, blue',
    )
  })

  it('equals numpy on float64, rounded once', () => {
    const file = new URL('oracle.json', import.meta.url)
    const { bands, rows } = JSON.parse(readFileSync(file, 'utf8')) as Record<
      'bands' | 'rows',
      Record<string, (number | null)[]>
    >
    for (const [text, truth] of Object.entries(rows)) {
      const used = bandsOf(parseExpression(text)).sort()
      const values = valuesOf(text, ...used.map((name) => bands[name]!.map((value) => value ?? NaN)))
      for (const [index, value] of values.entries()) {
        const wanted = truth[index] ?? NaN
        // One unit in the last place: the libraries' log, exp and power differ there.
        if (Number.isNaN(wanted)) expect(value, `${text} ${index}`).toBeNaN()
        else
          expect(Math.abs(value - wanted), `${text} ${index}`).toBeLessThanOrEqual(
            2 ** -23 * Math.abs(wanted),
          )
      }
    }
  })

  it.each([
    ['(a - b) / (a + b)', '-((b - a) / (b + a))'],
    ['where(a < b, a, b)', 'min(a, b)'],
    ['abs(a - b)', 'max(a, b) - min(a, b)'],
    ['not (a > b and b > 0.5)', 'a <= b or b <= 0.5'],
    ['sqrt(a^2)', 'abs(a)'],
    ['clamp(a, 0.2, 0.6)', 'where(a < 0.2, 0.2, where(a > 0.6, 0.6, a))'],
    ['log(a * b)', 'log(a) + log(b)'],
  ])('finds %s to be %s', (left, right) => {
    const random = seededRandom(5)
    const bands = [0, 1].map(() =>
      Array.from({ length: 501 }, () => (random() < 0.05 ? NaN : random() + 0.01)),
    )
    const values = valuesOf(left, ...bands)
    for (const [index, value] of valuesOf(right, ...bands).entries()) {
      expect(values[index], `${index}`)[Number.isNaN(value) ? 'toBeNaN' : 'toBeCloseTo'](value, 6)
    }
  })

  it('agrees with itself step by step on random expressions', () => {
    const random = seededRandom(77)
    const odd = [NaN, Infinity, 0, -0, 1, -1, 2, 1e38, 1e-40, 0.5]
    const draw = () => (random() < 0.3 ? odd[Math.floor(random() * odd.length)]! : 4 * random() - 2)
    const rules = { positiveBands: false }
    for (let round = 0; round < 500; round++) {
      const graph = buildGraph(randomTree(random, 6, ['a', 'b', 'c']), ['a', 'b', 'c'])
      const blocks = [0, 1, 2].map(() => Float32Array.from({ length: 33 }, draw))
      const outs = [wasmKernel(graph, 3, rules), steppingKernel(graph, rules)].map((kernel) => {
        const out = new Float32Array(33)
        kernel(blocks, out)
        return out
      })
      expect(outs[0], JSON.stringify(graph)).toEqual(outs[1])
    }
  })
})

describe('buildGraph', () => {
  const size = (text: string) => {
    const expression = parseExpression(text)
    return buildGraph(expression, bandsOf(expression)).nodes.filter(({ kind }) => kind === 'operation').length
  }

  it('holds each sub-expression once', () => {
    expect(size('(a - b) / (a + b) + where((a - b) / (b + a) > 0, 1, a)')).toBe(6)
  })

  it('works out what has no band, and squares by a product', () => {
    expect(size('a * (2 + 3 * 4) + sqrt(16)')).toBe(2)
    expect(size('1 / 0 + a')).toBe(1)
    const { nodes } = buildGraph(parseExpression('(a + 1)^2'), ['a'])
    expect(nodes.at(-1)).toMatchObject({ operator: 'multiply', operands: [2, 2] })
  })
})
