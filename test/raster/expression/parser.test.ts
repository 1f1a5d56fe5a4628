import { describe, expect, it } from 'vitest'
import { isAppError } from '../../../src/lib/errors.ts'
import { seededRandom } from '../../../src/lib/random.ts'
import { compileExpression } from '../../../src/raster/expression/compile.ts'
import { bandsOf, parseExpression } from '../../../src/raster/expression/parser.ts'
import { print, randomTree } from './trees.ts'

/** The text with every operation in brackets, to see what binds to what. */
function bracketed(text: string): string {
  const show = (tree: ReturnType<typeof parseExpression>): string =>
    tree.kind === 'number'
      ? String(tree.value)
      : tree.kind === 'band'
        ? tree.name
        : `(${[tree.operator, ...tree.operands.map(show)].join(' ')})`
  return show(parseExpression(text))
}

function problem(text: string): string {
  try {
    parseExpression(text)
  } catch (error) {
    if (isAppError(error) && error.code === 'invalid_input') return error.message
    throw error
  }
  throw new Error(`${text.slice(0, 40)} was read`)
}

describe('parseExpression', () => {
  it.each([
    ['a - b - c', '(subtract (subtract a b) c)'],
    ['a / b * c', '(multiply (divide a b) c)'],
    ['a + b * c', '(add a (multiply b c))'],
    ['(a + b) * c', '(multiply (add a b) c)'],
    ['2^3^2', '(power 2 (power 3 2))'],
    ['a ** b', '(power a b)'],
    ['-a^2', '(negate (power a 2))'],
    ['a^-b', '(power a (negate b))'],
    ['a^-b^c', '(power a (negate (power b c)))'],
    ['-a * b', '(multiply (negate a) b)'],
    ['a - -b', '(subtract a (negate b))'],
    ['+a', 'a'],
    ['a < b + 1', '(less a (add b 1))'],
    ['not a > b', '(not (greater a b))'],
    ['not a and b', '(and (not a) b)'],
    ['a or b and c', '(or a (and b c))'],
    ['a && b || c', '(or (and a b) c)'],
    ['(a < b) == c', '(equal (less a b) c)'],
    ['min(a, b, c)', '(min (min a b) c)'],
    ['clamp(a, 0, 1)', '(min (max a 0) 1)'],
    ['round(a)', '(floor (add a 0.5))'],
    ['where(a >= b, a, b)', '(where (greaterOrEqual a b) a b)'],
    ['1e-4 + .5 + 2. + 1E+3', '(add (add (add 0.0001 0.5) 2) 1000)'],
    ['swir2_L1', 'swir2_L1'],
    [' a\n+\tb ', '(add a b)'],
  ])('reads %s', (text, tree) => {
    expect(bracketed(text)).toBe(tree)
  })

  it('reads the signs of printed formulas', () => {
    expect(bracketed('√((2 · a − 1)² ÷ 3) × b³ ≥ c')).toBe(bracketed('sqrt((2 * a - 1)^2 / 3) * b^3 >= c'))
  })

  it('does not guess what two raised digits are', () => {
    expect(() => parseExpression('a²³ + 1')).toThrow(/exponent .* at character 3/)
    expect(bracketed('(a²)³')).toBe(bracketed('(a ^ 2) ^ 3'))
  })

  it.each([
    ['(nir - red / (nir + 1)', "expected ')' at character 23, found the end"],
    ['(nir - red] / 2', "']' at character 11 has no meaning here"],
    ['(nir red)', "expected ')' at character 6, found 'red'"],
    ['nir red', "expected an operator or the end at character 5, found 'red'"],
    ['2nir', "expected an operator or the end at character 2, found 'nir'"],
    ['nir +', "expected a number, a band or '(' at character 6, found the end"],
    ['', "expected a number, a band or '(' at character 1, found the end"],
    ['nir + * 2', "expected a number, a band or '(' at character 7, found '*'"],
    ['a < b < c', "expected 'and' between two comparisons at character 7, found '<'"],
    ['a = b', "'=' at character 3 has no meaning here; write '=='"],
    ['!a', "'!' at character 1 has no meaning here; write 'not'"],
    ['min(a)', 'min at character 1 takes 2 to 64 values, found 1'],
    ['where(a, b)', 'where at character 1 takes 3 values, found 2'],
    ['min(a, b', "expected ',' or ')' at character 9, found the end"],
    ['1 + sqrt', "expected '(' after sqrt at character 9, found the end"],
    ['tanh(a)', "there is no function 'tanh' (character 1); there are where, min, max"],
    ['constructor(a)', "there is no function 'constructor'"],
    ['1e999', 'the number at character 1 is too large'],
    ['a + \u202e', 'U+202E at character 5 has no meaning here'],
    ['a\0', 'U+0000 at character 2 has no meaning here'],
    ['"a"', `'"' at character 1 has no meaning here`],
    [`a + ${'b'.repeat(65)}`, 'the name at character 5 is longer than 64 characters'],
  ])('tells what is wrong with %j and where', (text, message) => {
    expect(problem(text)).toContain(message)
  })

  it('refuses what is too long or too deep, at once', () => {
    const start = performance.now()
    expect(problem('a+'.repeat(500_000))).toContain('at most 2000')
    expect(problem('('.repeat(100_000))).toContain('at most 2000')
    for (const open of ['(', '-', 'not ', 'a^', 'abs(', 'min(a,']) {
      expect(problem(open.repeat(200)), open).toContain('nested more than 64 deep at character')
    }
    expect(performance.now() - start).toBeLessThan(1000)
  })

  it('reads up to the limits', () => {
    const nested = '('.repeat(64) + 'a' + ')'.repeat(64)
    expect(bracketed(nested)).toBe('a')
    expect(bandsOf(parseExpression('a+'.repeat(999) + 'a'))).toEqual(['a'])
    expect(bandsOf(parseExpression('b'.repeat(64)))).toEqual(['b'.repeat(64)])
  })

  it('reads back what random trees print', () => {
    const random = seededRandom(41)
    for (let round = 0; round < 2000; round++) {
      const tree = randomTree(random, 5, ['a', 'b', 'nir_2'])
      const text = print(tree)
      if (text.length <= 2000) expect(parseExpression(text), text).toEqual(tree)
    }
  })

  it('gives an AppError or an expression for any text', () => {
    const random = seededRandom(42)
    const parts = ['nir', '2', '1e', '.', '(', ')', '-', '+', '^', '**', '<', '=', '==', 'not', 'and', 'min', 'where(', ',',
      ' ', '²', '√', '\ud800', '😀', '__proto__', 'abs', '\n', '!', '&', '&&', '7.5'] // prettier-ignore
    const pixel = Float32Array.of(0.5)
    const out = new Float32Array(1)
    let read = 0
    for (let round = 0; round < 20_000; round++) {
      const length = 1 + Math.floor(random() * 8)
      const text = Array.from({ length }, () => parts[Math.floor(random() * parts.length)]!).join('')
      try {
        const expression = parseExpression(text)
        read++
        // What can be read can be run: a kernel or the one pixel of it never throws.
        if (read % 10 === 0)
          compileExpression(expression)(
            bandsOf(expression).map(() => pixel),
            out,
          )
      } catch (error) {
        if (!isAppError(error) || error.code !== 'invalid_input') throw error
      }
    }
    expect(read).toBeGreaterThan(500)
  })
})

describe('bandsOf', () => {
  it('lists each band once, in the order of appearance', () => {
    expect(bandsOf(parseExpression('(nir - swir2) / (nir + swir2) + where(scl == 6, a1, nir)'))).toEqual([
      'nir', 'swir2', 'scl', 'a1',
    ]) // prettier-ignore
  })
})
