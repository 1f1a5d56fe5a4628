import type { ByteSource } from '../../types.ts'
import type { CfVariable } from '../cf/cf-file.ts'
import { toSamples, type Samples } from '../samples.ts'
import { damaged, numberAt, TYPES, type ListedVariable, type Netcdf3Header } from './header.ts'

/** The arrays of numbers of a classic file. Throws read_failed where the file is shorter than they are. */
export function netcdf3Variables(bytes: ByteSource, header: Netcdf3Header): readonly CfVariable[] {
  const { dimensions, variables } = header
  const isRecord = ({ dimensions: [first] }: ListedVariable) =>
    first !== undefined && dimensions[first]!.length === 0
  const innerShape = (variable: ListedVariable) =>
    variable.dimensions.slice(isRecord(variable) ? 1 : 0).map((at) => dimensions[at]!.length)
  const bytesOf = (variable: ListedVariable) => product(innerShape(variable)) * TYPES[variable.type].size
  const recorded = variables.filter(isRecord)
  // A record of a single variable is not filled up to four bytes.
  const recordBytes =
    recorded.length === 1
      ? bytesOf(recorded[0]!)
      : recorded.reduce((sum, variable) => sum + Math.ceil(bytesOf(variable) / 4) * 4, 0)
  const firstRecord = Math.min(...recorded.map(({ begin }) => begin))
  const whole = recordBytes > 0 ? Math.floor((bytes.size - firstRecord) / recordBytes) : 0
  const records = header.records ?? Math.max(0, whole)
  for (const variable of variables) {
    const before = isRecord(variable) ? Math.max(0, records - 1) * recordBytes : 0
    const isEmpty = isRecord(variable) && records === 0
    const end = variable.begin + before + bytesOf(variable)
    if (!isEmpty && end > bytes.size) throw damaged(`it has ${bytes.size} bytes, and its values need ${end}`)
  }
  return variables.map((variable): CfVariable => {
    const { sampleType } = TYPES[variable.type]
    const [record, inner] = [isRecord(variable), innerShape(variable)]
    return {
      path: `/${variable.name}`,
      dimensions: variable.dimensions.map((at) => `/${dimensions[at]!.name}`),
      shape: record ? [records, ...inner] : inner,
      sampleType: sampleType ?? 'uint8',
      ...(sampleType === null && { unreadable: 'it holds text' }),
      attributes: variable.attributes,
      chunk: null,
      async read(start, count) {
        const skip = record ? 1 : 0
        const box = { shape: inner, start: start.slice(skip), count: count.slice(skip) }
        const parts: Samples[] = []
        for (let step = 0; step < (record ? count[0]! : 1); step++) {
          const base = variable.begin + (record ? (start[0]! + step) * recordBytes : 0)
          for (const part of await readBox(bytes, { ...box, base, variable })) parts.push(part)
        }
        return joined(parts)
      },
    }
  })
}

interface Box {
  readonly base: number
  readonly variable: ListedVariable
  readonly shape: readonly number[]
  readonly start: readonly number[]
  readonly count: readonly number[]
}

/** The parts of a box, plane by plane: whole rows are read and the columns cut out. */
async function readBox(bytes: ByteSource, box: Box): Promise<readonly Samples[]> {
  const { base, variable, shape, start, count } = box
  const { size } = TYPES[variable.type]
  const width = shape.at(-1) ?? 1
  const [col, cols] = [start.at(-1) ?? 0, count.at(-1) ?? 1]
  const [row, rows] = [start.at(-2) ?? 0, count.at(-2) ?? 1]
  const parts: Samples[] = []
  for (const plane of planesOf(shape.slice(0, -2), start, count)) {
    const first = (plane * (shape.at(-2) ?? 1) + row) * width
    const samples = await readNumbers(bytes, variable, base + first * size, rows * width)
    parts.push(cols === width ? samples : columnsOf(samples, { rows, width, col, cols }))
  }
  return parts
}

function columnsOf(
  samples: Samples,
  {
    rows,
    width,
    col,
    cols,
  }: { readonly rows: number; readonly width: number; readonly col: number; readonly cols: number },
): Samples {
  const out = new (samples.constructor as new (length: number) => Samples)(rows * cols)
  for (let line = 0; line < rows; line++) {
    out.set(samples.subarray(line * width + col, line * width + col + cols), line * cols)
  }
  return out
}

/** Numbers of the planes of rows and columns in a box. */
function planesOf(
  shape: readonly number[],
  start: readonly number[],
  count: readonly number[],
): readonly number[] {
  let planes = [0]
  shape.forEach((side, at) => {
    planes = planes.flatMap((plane) =>
      Array.from({ length: count[at]! }, (_, step) => plane * side + start[at]! + step),
    )
  })
  return planes
}

async function readNumbers(
  bytes: ByteSource,
  { type, name }: ListedVariable,
  offset: number,
  length: number,
): Promise<Samples> {
  const of = TYPES[type]
  const read = await bytes.read(offset, length * of.size)
  if (read.byteLength < length * of.size) throw damaged(`values of ${name.slice(0, 80)} are missing`)
  if ('integer' in of || of.sampleType === null) {
    const view = new DataView(read.buffer, read.byteOffset, read.byteLength)
    return Float64Array.from({ length }, (_, index) => numberAt(view, index * of.size, type))
  }
  const shape = { bits: of.size * 8, sampleType: of.sampleType, predictor: 1, littleEndian: false }
  return toSamples(read, shape, { rows: 1, perRow: length, stride: 1 })
}

function joined(parts: readonly Samples[]): Samples {
  const [first] = parts
  if (!first) return new Float64Array(0)
  if (parts.length === 1) return first
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  const out = new (first.constructor as new (length: number) => Samples)(length)
  let at = 0
  for (const part of parts) {
    out.set(part, at)
    at += part.length
  }
  return out
}

const product = (shape: readonly number[]) => shape.reduce((result, side) => result * side, 1)
