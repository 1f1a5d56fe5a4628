import { tokenise, unreadable, type Token } from './lexer.ts'
import type { Operator } from './operations.ts'
import { number, operation, type Expression } from './syntax.ts'

/** Brackets, calls, signs and powers within one another: enough for any formula, and the stack stays small. */
const MAX_DEPTH = 64

const COMPARISONS: Readonly<Record<string, Operator>> = {
  '<': 'less',
  '<=': 'lessOrEqual',
  '>': 'greater',
  '>=': 'greaterOrEqual',
  '==': 'equal',
  '!=': 'notEqual',
}
const SUMS: Readonly<Record<string, Operator>> = { '+': 'add', '-': 'subtract' }
const PRODUCTS: Readonly<Record<string, Operator>> = { '*': 'multiply', '/': 'divide' }
const POWERS: Readonly<Record<string, number>> = { '²': 2, '³': 3 }

interface Callable {
  readonly least: number
  readonly most: number
  build(values: readonly Expression[]): Expression
}

const plain = (operator: Operator, count: number): Callable => ({
  least: count,
  most: count,
  build: (values) => operation(operator, ...values),
})
const chained = (operator: Operator): Callable => ({
  least: 2,
  most: 64,
  build: ([first, ...rest]) => rest.reduce((sum, value) => operation(operator, sum, value), first!),
})

const FUNCTIONS: Readonly<Record<string, Callable>> = {
  where: plain('where', 3),
  min: chained('min'),
  max: chained('max'),
  clamp: {
    least: 3,
    most: 3,
    build: ([value, low, high]) => operation('min', operation('max', value!, low!), high!),
  },
  sqrt: plain('sqrt', 1),
  log: plain('log', 1),
  log10: plain('log10', 1),
  exp: plain('exp', 1),
  abs: plain('abs', 1),
  floor: plain('floor', 1),
  round: {
    least: 1,
    most: 1,
    build: ([value]) => operation('floor', operation('add', value!, number(0.5))),
  },
  valid: plain('valid', 1),
}

/**
 * Reads a band-maths expression, such as '(nir - swir2) / (nir + swir2)'. From loose to tight:
 *
 *   or  and  not  < <= > >= == != (one at a time)  + -  * /  sign  ^ or **  (right to left, above a sign on its left)
 *
 * so -2^2 is -4 and 2^3^2 is 512. Functions: where(condition, a, b), min and max of two or more, clamp(x, low, high),
 * sqrt, log (natural), log10, exp, abs, floor, round (halves upwards), valid (1 where there is data, 0 where not).
 * Conditions are 1 or 0, any number but 0 holds. Signs of printed formulas (− · × ÷ ≤ ≥ ≠ ² ³ √) are read as well.
 * Throws invalid_input that names the character and what was expected there.
 */
export function parseExpression(text: string): Expression {
  return new Parser(tokenise(text)).whole()
}

class Parser {
  private next = 0
  private depth = 0

  constructor(private readonly tokens: readonly Token[]) {}

  whole(): Expression {
    const expression = this.disjunction()
    if (this.token.kind !== 'end') throw this.unexpected('an operator or the end')
    return expression
  }

  private get token(): Token {
    return this.tokens[this.next]!
  }

  private accept(symbol: string): boolean {
    if (this.token.kind !== 'symbol' || this.token.text !== symbol) return false
    this.next++
    return true
  }

  private expect(symbol: string, wanted = `'${symbol}'`): void {
    if (!this.accept(symbol)) throw this.unexpected(wanted)
  }

  /** The operator that the next token stands for in a table; the token is taken. */
  private acceptOf<Value>(table: Readonly<Record<string, Value>>): Value | undefined {
    const { kind, text } = this.token
    if (kind !== 'symbol' || !Object.hasOwn(table, text)) return undefined
    this.next++
    return table[text]
  }

  private unexpected(wanted: string): Error {
    const { kind, text, at } = this.token
    const found = kind === 'end' ? text : `'${text.slice(0, 20)}'`
    return unreadable(`expected ${wanted} at character ${at}, found ${found}`)
  }

  private nested(read: () => Expression): Expression {
    if (++this.depth > MAX_DEPTH) {
      throw unreadable(`it is nested more than ${MAX_DEPTH} deep at character ${this.token.at}`)
    }
    const expression = read()
    this.depth--
    return expression
  }

  private disjunction(): Expression {
    let left = this.conjunction()
    while (this.accept('or')) left = operation('or', left, this.conjunction())
    return left
  }

  private conjunction(): Expression {
    let left = this.negation()
    while (this.accept('and')) left = operation('and', left, this.negation())
    return left
  }

  private negation(): Expression {
    return this.accept('not')
      ? operation(
          'not',
          this.nested(() => this.negation()),
        )
      : this.comparison()
  }

  private comparison(): Expression {
    const left = this.sum()
    const operator = this.acceptOf(COMPARISONS)
    if (!operator) return left
    const compared = operation(operator, left, this.sum())
    if (this.token.kind === 'symbol' && Object.hasOwn(COMPARISONS, this.token.text)) {
      throw this.unexpected("'and' between two comparisons")
    }
    return compared
  }

  private sum(): Expression {
    return this.leftToRight(SUMS, () => this.product())
  }

  private product(): Expression {
    return this.leftToRight(PRODUCTS, () => this.signed())
  }

  private leftToRight(table: Readonly<Record<string, Operator>>, read: () => Expression): Expression {
    let left = read()
    for (let operator = this.acceptOf(table); operator; operator = this.acceptOf(table)) {
      left = operation(operator, left, read())
    }
    return left
  }

  private signed(): Expression {
    if (this.accept('-'))
      return operation(
        'negate',
        this.nested(() => this.signed()),
      )
    if (this.accept('+')) return this.nested(() => this.signed())
    return this.power()
  }

  private power(): Expression {
    const primary = this.primary()
    const exponent = this.acceptOf(POWERS)
    const base = exponent ? operation('power', primary, number(exponent)) : primary
    // Two raised digits are one number on paper; that is not guessed at.
    if (exponent && this.token.kind === 'symbol' && Object.hasOwn(POWERS, this.token.text)) {
      throw this.unexpected("an exponent of more than one digit as '^ 23'")
    }
    return this.accept('^')
      ? operation(
          'power',
          base,
          this.nested(() => this.signed()),
        )
      : base
  }

  private primary(): Expression {
    const token = this.token
    if (token.kind === 'number') {
      this.next++
      return number(Number(token.text))
    }
    if (token.kind === 'name') {
      this.next++
      return this.named(token)
    }
    this.expect('(', "a number, a band or '('")
    const inner = this.nested(() => this.disjunction())
    this.expect(')')
    return inner
  }

  private named({ text: name, at }: Token): Expression {
    const callable = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined
    if (!callable) {
      if (!this.accept('(')) return { kind: 'band', name }
      const known = Object.keys(FUNCTIONS).join(', ')
      throw unreadable(`there is no function '${name.slice(0, 20)}' (character ${at}); there are ${known}`)
    }
    this.expect('(', `'(' after ${name}`)
    const values = [this.nested(() => this.disjunction())]
    while (this.accept(',')) values.push(this.nested(() => this.disjunction()))
    const { least, most } = callable
    if (values.length < least || values.length > most) {
      const wanted = least === most ? `${least}` : `${least} to ${most}`
      throw unreadable(`${name} at character ${at} takes ${wanted} values, found ${values.length}`)
    }
    this.expect(')', "',' or ')'")
    return callable.build(values)
  }
}

/** The names of the bands of an expression, each once, in the order of their first appearance. */
export function bandsOf(expression: Expression): string[] {
  const names = new Set<string>()
  const visit = (node: Expression): void => {
    if (node.kind === 'band') names.add(node.name)
    else if (node.kind === 'operation') node.operands.forEach(visit)
  }
  visit(expression)
  return [...names]
}
