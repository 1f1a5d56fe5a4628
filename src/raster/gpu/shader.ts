import type { KernelRules } from '../expression/compile.ts'
import type { Graph, GraphNode } from '../expression/graph.ts'
import type { Operator } from '../expression/operations.ts'

/** Results that a shader keeps differ from the processor's by at most this share of their value. */
export const TOLERANCE = 1e-5

/** Stands in the result of a shader for a pixel that float32 cannot decide; the processor works it out. */
export const UNSURE_BITS = 0x7fc00001
const NODATA_BITS = '0x7fc00000u'

/** Invocations of a workgroup; WebGPU grants 256 everywhere. */
export const WORKGROUP = 256

/**
 * A value with a bound of its error against float64, because a GPU has float32 alone. The errors of operations are those
 * that WGSL allows (https://www.w3.org/TR/WGSL/#floating-point-accuracy), rounded up. Whether there is data is carried
 * apart and told by bits: compilers of shaders may assume that NaN and infinities never occur. So that none does, values
 * outside of 1e-30 to 1e30 are left to the processor.
 */
const LIBRARY = /* wgsl */ `
const NODATA = 0u;
const KNOWN = 1u;
const UNSURE = 2u;
const ULP = 1.2e-7;

struct Value { v: f32, e: f32, s: u32 }

fn value(v: f32, e: f32, s: u32) -> Value {
  let size = abs(v);
  if (s == KNOWN && (v == 0.0 || size > 1e-30) && size < 1e30 && e < 1e30) { return Value(v, e, KNOWN); }
  return Value(1.0, 0.0, select(s, UNSURE, s == KNOWN));
}
fn band(bits: u32) -> Value {
  let exponent = bits & 0x7f800000u;
  if (exponent == 0x7f800000u) { return Value(1.0, 0.0, NODATA); }
  if (exponent == 0u && (bits & 0x7fffffffu) != 0u) { return Value(1.0, 0.0, UNSURE); }
  return value(bitcast<f32>(bits), 0.0, KNOWN);
}
fn joined(a: u32, b: u32) -> u32 { return select(max(a, b), NODATA, a == NODATA || b == NODATA); }
fn guarded(isUnsure: bool, s: u32) -> u32 { return select(s, UNSURE, s == KNOWN && isUnsure); }

fn add(a: Value, b: Value) -> Value {
  let v = a.v + b.v;
  return value(v, a.e + b.e + ULP * abs(v), joined(a.s, b.s));
}
fn negate(a: Value) -> Value { return Value(-a.v, a.e, a.s); }
fn subtract(a: Value, b: Value) -> Value { return add(a, negate(b)); }
fn multiply(a: Value, b: Value) -> Value {
  let v = a.v * b.v;
  let e = abs(a.v) * b.e + abs(b.v) * a.e + a.e * b.e + ULP * abs(v);
  return value(v, e, guarded(v == 0.0 && a.v != 0.0 && b.v != 0.0, joined(a.s, b.s)));
}
fn divide(a: Value, b: Value) -> Value {
  if (b.s == KNOWN && b.v == 0.0 && b.e == 0.0) { return Value(1.0, 0.0, NODATA); }
  let s = guarded(abs(b.v) <= 2.0 * b.e, joined(a.s, b.s));
  if (s != KNOWN) { return Value(1.0, 0.0, s); }
  let v = a.v / b.v;
  let e = (a.e + abs(v) * b.e) / (abs(b.v) - b.e) + 4.0 * ULP * abs(v);
  return value(v, e, guarded(v == 0.0 && a.v != 0.0, s));
}
fn root(a: Value) -> Value {
  if (a.s == KNOWN && a.v < -a.e) { return Value(1.0, 0.0, NODATA); }
  let s = guarded(a.e > 0.0 && a.v <= 2.0 * a.e, a.s);
  if (s != KNOWN || a.v == 0.0) { return Value(0.0, 0.0, s); }
  let v = sqrt(a.v);
  return value(v, a.e / v + 6.0 * ULP * v, s);
}
fn logarithm(a: Value, perNatural: f32) -> Value {
  if (a.s == KNOWN && a.v <= -a.e) { return Value(1.0, 0.0, NODATA); }
  let s = guarded(a.v <= 2.0 * a.e, a.s);
  if (s != KNOWN) { return Value(1.0, 0.0, s); }
  let v = log(a.v);
  return multiply(value(v, 2.0 * a.e / a.v + 5e-7 + 3.0 * ULP * abs(v), s), Value(perNatural, 4e-8 * perNatural, KNOWN));
}
fn exponential(a: Value) -> Value {
  let s = guarded(abs(a.v) > 60.0 || a.e > 0.1, a.s);
  if (s != KNOWN) { return Value(1.0, 0.0, s); }
  let v = exp(a.v);
  return value(v, v * (1.2 * a.e + (4.0 + 2.0 * abs(a.v)) * ULP), s);
}
fn power(a: Value, b: Value) -> Value {
  let s = guarded(a.v <= 2.0 * a.e, joined(a.s, b.s));
  if (s != KNOWN) { return Value(1.0, 0.0, s); }
  return exponential(multiply(logarithm(a, 1.0), b));
}
fn whole(a: Value) -> Value {
  let isUnsure = a.e > 0.0 && floor(a.v - a.e) != floor(a.v + a.e);
  return Value(floor(a.v), 0.0, guarded(isUnsure, a.s));
}
fn size(a: Value) -> Value { return Value(abs(a.v), a.e, a.s); }
fn least(a: Value, b: Value) -> Value { return Value(min(a.v, b.v), max(a.e, b.e), joined(a.s, b.s)); }
fn most(a: Value, b: Value) -> Value { return Value(max(a.v, b.v), max(a.e, b.e), joined(a.s, b.s)); }

fn compared(a: Value, b: Value, holds: bool) -> Value {
  let margin = 1.01 * (a.e + b.e);
  return Value(f32(holds), 0.0, guarded(margin > 0.0 && abs(a.v - b.v) <= margin, joined(a.s, b.s)));
}
fn decided(a: Value) -> u32 { return guarded(a.e > 0.0 && abs(a.v) <= a.e, a.s); }
fn both(a: Value, b: Value) -> Value {
  return Value(f32(a.v != 0.0 && b.v != 0.0), 0.0, joined(decided(a), decided(b)));
}
fn either(a: Value, b: Value) -> Value {
  return Value(f32(a.v != 0.0 || b.v != 0.0), 0.0, joined(decided(a), decided(b)));
}
fn inverse(a: Value) -> Value { return Value(f32(a.v == 0.0), 0.0, decided(a)); }
fn known(a: Value) -> Value { return Value(f32(a.s == KNOWN), 0.0, select(KNOWN, UNSURE, a.s == UNSURE)); }
fn picked(condition: Value, a: Value, b: Value) -> Value {
  let s = decided(condition);
  if (s != KNOWN) { return Value(1.0, 0.0, s); }
  if (condition.v != 0.0) { return a; }
  return b;
}
`

const CALLS: Partial<Record<Operator, string>> = {
  add: 'add',
  subtract: 'subtract',
  multiply: 'multiply',
  divide: 'divide',
  power: 'power',
  negate: 'negate',
  and: 'both',
  or: 'either',
  not: 'inverse',
  where: 'picked',
  min: 'least',
  max: 'most',
  sqrt: 'root',
  exp: 'exponential',
  abs: 'size',
  floor: 'whole',
  valid: 'known',
}
const COMPARISONS: Partial<Record<Operator, string>> = {
  less: '<',
  lessOrEqual: '<=',
  greater: '>',
  greaterOrEqual: '>=',
  equal: '==',
  notEqual: '!=',
}

/**
 * The graph as a WGSL compute shader: binding 0 the bits of all bands, one after the other, binding 1 the bits of the
 * result, whose length is the number of pixels. NaN and UNSURE_BITS as described there.
 */
export function shaderOf({ nodes, root }: Graph, bandCount: number, { positiveBands }: KernelRules): string {
  const bands = Array.from({ length: bandCount }, (_, band) => band)
  const lines = [
    ...bands.map((band) => `let b${band} = band(bands[${band}u * count + at]);`),
    ...nodes.map((node, at) => `let n${at} = ${termOf(node)};`),
    `var bits = ${NODATA_BITS};`,
    `if (n${root}.s == KNOWN) { bits = bitcast<u32>(n${root}.v); }`,
    `if (n${root}.s == UNSURE || (n${root}.s == KNOWN && n${root}.e > ${0.8 * TOLERANCE} * abs(n${root}.v))) { bits = ${UNSURE_BITS}u; }`,
    ...(positiveBands
      ? bands.map((band) => `if (b${band}.s == NODATA || b${band}.v <= 0.0) { bits = ${NODATA_BITS}; }`)
      : []),
    'result[at] = bits;',
  ]
  return `${LIBRARY}
@group(0) @binding(0) var<storage, read> bands: array<u32>;
@group(0) @binding(1) var<storage, read_write> result: array<u32>;

@compute @workgroup_size(${WORKGROUP})
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let count = arrayLength(&result);
  let at = (group.y * groups.x + group.x) * ${WORKGROUP}u + local;
  if (at >= count) { return; }
  ${lines.join('\n  ')}
}
`
}

function termOf(node: GraphNode): string {
  if (node.kind === 'number') return constant(node.value)
  if (node.kind === 'band') return `b${node.band}`
  const { operator } = node
  const operands = node.operands.map((each) => `n${each}`)
  if (operator === 'log') return `logarithm(${operands[0]}, 1.0)`
  if (operator === 'log10') return `logarithm(${operands[0]}, ${Math.LOG10E})`
  const comparison = COMPARISONS[operator]
  if (comparison) return `compared(${operands.join(', ')}, ${operands[0]}.v ${comparison} ${operands[1]}.v)`
  return `${CALLS[operator]}(${operands.join(', ')})`
}

function constant(value: number): string {
  if (Number.isNaN(value)) return 'Value(1.0, 0.0, NODATA)'
  const single = Math.fround(value)
  const size = Math.abs(value)
  if (value !== 0 && !(size > 1e-30 && size < 1e30)) return 'Value(1.0, 0.0, UNSURE)'
  return `Value(${single.toExponential()}f, ${single === value ? '0.0' : `${(size * 6e-8).toExponential()}f`}, KNOWN)`
}
