import { MODULE_START, section, text, unsigned, vector } from '../../lib/wasm-bytes.ts'

const I32 = 0x7f
const F64 = 0x7c
const V128 = 0x7b

export interface ModuleParts {
  /** Functions of float64 to float64 that are called from 'env', numbered from 0, with their count of operands. */
  readonly imports: readonly { readonly name: string; readonly operands: number }[]
  /** Locals of the function after its one i32 operand: first the i32, then the v128 ones. */
  readonly locals: { readonly i32: number; readonly v128: number }
  /** Instructions of the function, without the closing `end`. */
  readonly code: readonly number[]
}

/** A module that works on the memory 'env.memory' and exports one function 'run' (i32) → (). */
export function encodeModule({ imports, locals, code }: ModuleParts): Uint8Array<ArrayBuffer> {
  const type = (operands: readonly number[], results: readonly number[]) => [
    0x60,
    ...vector(operands.map((each) => [each])),
    ...vector(results.map((each) => [each])),
  ]
  const types = [
    type([I32], []),
    ...imports.map(({ operands }) => type(new Array<number>(operands).fill(F64), [F64])),
  ]
  const memory = [...text('env'), ...text('memory'), 0x02, 0x00, 0x01]
  const functions = imports.map(({ name }, index) => [
    ...text('env'),
    ...text(name),
    0x00,
    ...unsigned(index + 1),
  ])
  const body = [
    ...vector([
      [...unsigned(locals.i32), I32],
      [...unsigned(locals.v128), V128],
    ]),
    ...code,
    0x0b,
  ]
  return new Uint8Array([
    ...MODULE_START,
    ...section(1, vector(types)),
    ...section(2, vector([memory, ...functions])),
    ...section(3, vector([[0]])),
    ...section(7, vector([[...text('run'), 0x00, ...unsigned(imports.length)]])),
    ...section(10, vector([[...unsigned(body.length), ...body]])),
  ])
}
