import { evaluate, type Operator } from './operations.ts'
import type { Expression } from './syntax.ts'

export type GraphNode =
  | { readonly kind: 'number'; readonly value: number }
  /** `band` is a place in the list of bands. */
  | { readonly kind: 'band'; readonly band: number }
  /** `operands` are places in the list of nodes, all before this node. */
  | { readonly kind: 'operation'; readonly operator: Operator; readonly operands: readonly number[] }

/** An expression in which each sub-expression stands once and what has no band is worked out. */
export interface Graph {
  readonly nodes: readonly GraphNode[]
  /** The node that is the result. */
  readonly root: number
}

const COMMUTES: ReadonlySet<Operator> = new Set(['add', 'multiply', 'and', 'or', 'equal', 'notEqual'])

/** Every band of the expression must stand in `bands`. */
export function buildGraph(expression: Expression, bands: readonly string[]): Graph {
  const nodes: GraphNode[] = []
  const places = new Map<string, number>()
  const place = (key: string, node: GraphNode): number => {
    const known = places.get(key)
    if (known !== undefined) return known
    places.set(key, nodes.length)
    return nodes.push(node) - 1
  }
  // -0 and 0 are two numbers: 1 / -0 differs before it becomes NaN, and -0 is kept in the result.
  const constant = (value: number) =>
    place(Object.is(value, -0) ? '-0' : String(value), { kind: 'number', value })
  const apply = (operator: Operator, operands: number[]): number => {
    const numbers = operands
      .map((at) => nodes[at]!)
      .flatMap((node) => (node.kind === 'number' ? [node.value] : []))
    if (numbers.length === operands.length) return constant(evaluate(operator, numbers))
    // A square as a product is correctly rounded and needs no call.
    const [first, second] = operands
    if (operator === 'power' && numbers.length === 1 && isNumber(nodes[second!], 2)) {
      return apply('multiply', [first!, first!])
    }
    const ordered = COMMUTES.has(operator) ? operands.toSorted((a, b) => a - b) : operands
    return place(`${operator} ${ordered.join(' ')}`, { kind: 'operation', operator, operands: ordered })
  }
  const add = (node: Expression): number => {
    if (node.kind === 'number') return constant(node.value)
    if (node.kind === 'operation') return apply(node.operator, node.operands.map(add))
    return place(`band ${node.name}`, { kind: 'band', band: bands.indexOf(node.name) })
  }
  const root = add(expression)
  return { nodes, root }
}

const isNumber = (node: GraphNode | undefined, value: number): boolean =>
  node?.kind === 'number' && node.value === value
