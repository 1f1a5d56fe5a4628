import { unsigned } from '../../lib/wasm-bytes.ts'
import type { BlockKernel, KernelRules } from './compile.ts'
import type { Graph, GraphNode } from './graph.ts'
import type { Operator } from './operations.ts'
import { encodeModule } from './wasm-bytes.ts'

/** Pixels of one run of the module: all bands and the result stay in the processor's second cache. */
const CHUNK = 4096
const BYTES = 4 * CHUNK
const PAGE = 65_536

/**
 * The graph as a WebAssembly function: two pixels at a time go through all operations in registers, in float64, and
 * are rounded once. It needs no `eval`: the bytes come from a fixed table, never from the text.
 * Throws where the machine has no WebAssembly.
 */
export function wasmKernel(graph: Graph, bandCount: number, rules: KernelRules): BlockKernel {
  const module = new WebAssembly.Module(encode(graph, bandCount, rules))
  const memory = new WebAssembly.Memory({ initial: Math.ceil(((bandCount + 1) * BYTES) / PAGE) })
  const { exports } = new WebAssembly.Instance(module, { env: { memory, ...CALLED } })
  const run = exports['run'] as (bytes: number) => void
  const pixels = new Float32Array(memory.buffer)
  return (blocks, out) => {
    for (let from = 0; from < out.length; from += CHUNK) {
      const to = Math.min(from + CHUNK, out.length)
      for (let band = 0; band < bandCount; band++) {
        pixels.set(blocks[band]!.subarray(from, to), band * CHUNK)
      }
      run(4 * (to - from))
      out.set(pixels.subarray(bandCount * CHUNK, bandCount * CHUNK + to - from), from)
    }
  }
}

const simd = (code: number) => [0xfd, ...unsigned(code)]

const LOOP = [0x03, 0x40]
const END = [0x0b]
const BRANCH_IF = [0x0d, 0x00]
const CALL = 0x10
const I32_LESS = [0x48]
const I32_ADD = [0x6a]
const I32_EIGHT = [0x41, 0x08]

const LOAD_TWO_F32 = simd(0x5d)
const STORE_TWO_F32 = simd(0x5b)
const TO_F64 = simd(0x5f)
const TO_F32 = simd(0x5e)
const F32_LESS = simd(0x43)
const F32_ABS = simd(0xe0)

const SPLAT = simd(0x14)
const FIRST_OF = simd(0x21).concat(0)
const SECOND_OF = simd(0x21).concat(1)
const SET_SECOND = simd(0x22).concat(1)
const NOT = simd(0x4d)
const AND = simd(0x4e)
const OR = simd(0x50)
const PICK = simd(0x52)
const EQUAL = simd(0x47)
const NOT_EQUAL = simd(0x48)
const LESS = simd(0x49)
const GREATER = simd(0x4a)
const ABS = simd(0xec)
const DIVIDE = simd(0xf3)

/** Operations that are one instruction and treat NaN as we do. */
const DIRECT: Partial<Record<Operator, readonly number[]>> = {
  add: simd(0xf0),
  subtract: simd(0xf1),
  multiply: simd(0xf2),
  min: simd(0xf4),
  max: simd(0xf5),
  negate: simd(0xed),
  sqrt: simd(0xef),
  abs: ABS,
  floor: simd(0x75),
}
const COMPARISONS: Partial<Record<Operator, readonly number[]>> = {
  less: LESS,
  lessOrEqual: simd(0x4b),
  greater: GREATER,
  greaterOrEqual: simd(0x4c),
  equal: EQUAL,
  notEqual: NOT_EQUAL,
}
/** What WebAssembly lacks is called, pixel by pixel. Engines know these very functions and call them without a detour. */
const CALLED = { power: Math.pow, log: Math.log, log10: Math.log10, exp: Math.exp }
const CALLED_NAMES: readonly string[] = Object.keys(CALLED)

const get = (local: number) => [0x20, ...unsigned(local)]
const set = (local: number) => [0x21, ...unsigned(local)]
const tee = (local: number) => [0x22, ...unsigned(local)]
const vector = (bytes: ArrayBuffer) => [...simd(0x0c), ...new Uint8Array(bytes)]
const both = (value: number) => vector(new Float64Array([value, value]).buffer)
const fourF32 = (value: number) => vector(new Float32Array(4).fill(value).buffer)
/** Alignment (4 bytes) and address of a load or store, relative to the place on the stack. */
const address = (offset: number) => [0x02, ...unsigned(offset)]

/** Locals: 0 the end and 1 the place, both in bytes; 2 the result; then one a band; then values in between. */
const [LAST, PLACE, RESULT, FIRST_BAND] = [0, 1, 2, 3]

function encode(graph: Graph, bandCount: number, { positiveBands }: KernelRules): Uint8Array<ArrayBuffer> {
  const bands = Array.from({ length: bandCount }, (_, band) => FIRST_BAND + band)
  const emitter = new Emitter(graph, bands)
  emitter.value(graph.root, false)
  const isPositive = bands.flatMap((band) => [...get(band), ...both(0), ...GREATER])
  const ands = bands.slice(1).flatMap(() => AND)
  return encodeModule({
    imports: Object.entries(CALLED).map(([name, { length }]) => ({ name, operands: length })),
    locals: { i32: 1, v128: 1 + bandCount + emitter.localCount },
    code: [
      ...LOOP,
      ...bands.flatMap((local, band) => [
        ...[...get(PLACE), ...LOAD_TWO_F32, ...address(band * BYTES), ...TO_F64],
        ...[...infinityIsNaN(local), ...set(local)],
      ]),
      ...get(PLACE),
      ...emitter.code,
      ...(positiveBands ? [...isPositive, ...ands, ...NOT, ...OR] : []),
      ...[...TO_F32, ...tee(RESULT), ...fourF32(NaN)],
      ...[...get(RESULT), ...F32_ABS, ...fourF32(Infinity), ...F32_LESS, ...PICK],
      ...[...STORE_TWO_F32, ...address(bandCount * BYTES), 0],
      ...[...get(PLACE), ...I32_EIGHT, ...I32_ADD, ...tee(PLACE), ...get(LAST), ...I32_LESS, ...BRANCH_IF],
      ...END,
    ],
  })
}

/** Writes the instructions of nodes, one after the other. A node with several users is kept in a local of its own. */
class Emitter {
  readonly code: number[] = []
  localCount = 0
  private readonly locals = new Map<number, number>()
  private readonly uses: number[]

  constructor(
    private readonly graph: Graph,
    private readonly bands: readonly number[],
  ) {
    this.uses = graph.nodes.map(() => 0)
    for (const node of graph.nodes) {
      if (node.kind === 'operation') for (const at of node.operands) this.uses[at]!++
    }
  }

  /** Leaves the value of a node on the stack. An unchecked quotient may be infinite. */
  value(at: number, checked = true): void {
    const node = this.graph.nodes[at]!
    const known = this.localOf(at)
    if (node.kind === 'number') this.write(both(node.value))
    else if (known !== undefined) this.write(get(known))
    else {
      this.operation(node, checked)
      if (this.uses[at]! > 1) this.write(tee(this.newLocal(at)))
    }
  }

  /** Brings the value of a node into a local. */
  private kept(at: number): number {
    const known = this.localOf(at)
    if (known !== undefined) return known
    const node = this.graph.nodes[at]!
    if (node.kind === 'number') this.write(both(node.value))
    else this.operation(node)
    const local = this.newLocal(at)
    this.write(set(local))
    return local
  }

  /** The local that already holds the value of a node. */
  private localOf(at: number): number | undefined {
    const node = this.graph.nodes[at]!
    return node.kind === 'band' ? this.bands[node.band] : this.locals.get(at)
  }

  private newLocal(at?: number): number {
    const local = FIRST_BAND + this.bands.length + this.localCount++
    if (at !== undefined) this.locals.set(at, local)
    return local
  }

  private write(...parts: readonly (readonly number[])[]): void {
    for (const part of parts) this.code.push(...part)
  }

  private operation(node: GraphNode, checked = true): void {
    if (node.kind !== 'operation') return
    const { operator, operands } = node
    const direct = operator === 'divide' ? DIVIDE : DIRECT[operator]
    if (direct) {
      for (const each of operands) this.value(each)
      this.write(direct)
      if (operator === 'divide' && checked) this.write(infinityIsNaN(this.newLocal()))
      return
    }
    const locals = operands.map((each) => this.kept(each))
    const [first, second, third] = locals as [number, number, number]
    const called = CALLED_NAMES.indexOf(operator)
    if (called >= 0) {
      this.write(callTwice(called, locals), infinityIsNaN(this.newLocal()))
      // ECMAScript has NaN ** 0 = 1.
      if (operator === 'power') this.write(isNaN(first), OR)
    } else if (operator === 'where') {
      this.write(get(second), get(third), holds(first), PICK, isNaN(first), OR)
    } else if (operator === 'valid') {
      this.write(isNaN(first), NOT, both(1), AND)
    } else {
      this.write(truth(operator, locals), both(1), AND)
      for (const local of locals) this.write(isNaN(local), OR)
    }
  }
}

/** Puts NaN for an infinity on the stack. All bits set is a NaN. */
const infinityIsNaN = (local: number) => [
  ...[...tee(local), ...get(local), ...ABS, ...both(Infinity), ...LESS, ...NOT, ...OR],
]
const isNaN = (local: number) => [...get(local), ...get(local), ...NOT_EQUAL]
const holds = (local: number) => [...get(local), ...both(0), ...NOT_EQUAL]

/** Leaves all bits set where the comparison or connective of the locals holds. */
function truth(operator: Operator, [a, b]: readonly number[]): number[] {
  const comparison = COMPARISONS[operator]
  if (comparison) return [...get(a!), ...get(b!), ...comparison]
  if (operator === 'not') return [...get(a!), ...both(0), ...EQUAL]
  return [...holds(a!), ...holds(b!), ...(operator === 'and' ? AND : OR)]
}

function callTwice(called: number, locals: readonly number[]): number[] {
  const call = (lane: readonly number[]) => [
    ...locals.flatMap((local) => [...get(local), ...lane]),
    ...[CALL, ...unsigned(called)],
  ]
  return [...call(FIRST_OF), ...SPLAT, ...call(SECOND_OF), ...SET_SECOND]
}
