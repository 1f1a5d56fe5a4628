import type { Dataset } from 'h5wasm'
import { AppError } from '../../../lib/errors.ts'
import type { SampleType } from '../../types.ts'
import { clean, type AttributeValue, type Attributes, type CfVariable } from '../cf/cf-file.ts'
import type { Samples } from '../samples.ts'
import type { OpenH5 } from './h5-library.ts'

/** deflate, shuffle, fletcher32, n-bit, scale-offset: those that the library holds. */
const FILTERS = new Set([1, 2, 3, 5, 6])
const FILTER_NAMES: Readonly<Record<number, string>> = {
  4: 'szip',
  307: 'bzip2',
  32000: 'LZF',
  32001: 'Blosc',
  32004: 'LZ4',
  32008: 'bitshuffle',
  32013: 'ZFP',
  32015: 'Zstandard',
  32026: 'Blosc2',
}
const [INTEGER, FLOAT, ENUM] = [0, 1, 8]
const MOST_PATHS = 20_000

/** A dimension of NetCDF-4 without values is a data set by this name. */
const BARE_DIMENSION = 'This is a netCDF dimension but not a netCDF variable'

/** All arrays of numbers in a file, in its order. */
export function h5Variables({ root, library }: OpenH5): readonly CfVariable[] {
  const paths = root.paths()
  if (paths.length > MOST_PATHS) {
    throw new AppError(
      'limit_reached',
      `the HDF5 file holds ${paths.length} objects; at most ${MOST_PATHS} are read`,
    )
  }
  return paths.flatMap((path) => {
    const entity = root.get(path)
    if (!(entity instanceof library.Dataset)) return []
    const found = variableOf(entity, path.startsWith('/') ? path : `/${path}`)
    return found ? [found] : []
  })
}

function variableOf(dataset: Dataset, path: string): CfVariable | null {
  const { metadata, shape } = dataset
  const sampleType = shape === null ? null : sampleTypeOf(metadata)
  const attributes = attributesOf(dataset)
  const label = attributes.get('NAME')
  if (shape === null) return null
  if (typeof label === 'string' && label.startsWith(BARE_DIMENSION)) return null
  const isScale = attributes.get('CLASS') === 'DIMENSION_SCALE' && shape.length === 1
  const dimensions = shape.map((_, at) =>
    isScale ? path : (dataset.get_attached_scales(at)[0] ?? `${path}#${at}`),
  )
  const strange = dataset.filters.find(({ id }) => !FILTERS.has(id))
  const why =
    sampleType === null
      ? 'it holds no numbers'
      : strange
        ? `it is compressed with ${FILTER_NAMES[strange.id] ?? `filter ${strange.id}`}, which GeoForge cannot read; ` +
          'write it with deflate, for example with h5repack -f GZIP=4 IN.h5 OUT.h5'
        : null
  return {
    path,
    dimensions,
    shape,
    sampleType: sampleType ?? 'uint8',
    attributes,
    chunk: metadata.chunks,
    ...(why !== null && { unreadable: why }),
    // Throwing becomes a rejection.
    // eslint-disable-next-line @typescript-eslint/require-await
    async read(start, count) {
      return plainNumbers(readSlice(dataset, start, count), clean(path))
    },
  }
}

function readSlice(dataset: Dataset, start: readonly number[], count: readonly number[]): unknown {
  try {
    const value: unknown =
      start.length === 0 ? dataset.value : dataset.slice(start.map((from, at) => [from, from + count[at]!]))
    return typeof value === 'number' || typeof value === 'bigint' ? [value] : value
  } catch (cause) {
    throw damaged(clean(dataset.path), cause)
  }
}

function plainNumbers(value: unknown, path: string): Samples {
  if (value instanceof BigInt64Array || value instanceof BigUint64Array)
    return Float64Array.from(value, Number)
  if (ArrayBuffer.isView(value) && !(value instanceof DataView)) return value as Samples
  if (Array.isArray(value)) return Float64Array.from(value as (number | bigint)[], Number)
  throw damaged(path, undefined)
}

const damaged = (path: string, cause: unknown) =>
  new AppError(
    'read_failed',
    `values of ${path} cannot be read: the HDF5 file is damaged or cut off; copy it again`,
    {},
    { cause },
  )

function sampleTypeOf(of: {
  readonly type: number
  readonly size: number
  readonly signed: boolean
}): SampleType | null {
  const { type, size, signed } = of
  if (type === FLOAT) return size === 4 || size === 2 ? 'float32' : size === 8 ? 'float64' : null
  if (type !== INTEGER && type !== ENUM) return null
  if (size === 8) return 'float64'
  const width = size === 1 ? 8 : size === 2 ? 16 : size === 4 ? 32 : null
  return width === null ? null : `${signed ? 'int' : 'uint'}${width}`
}

function attributesOf(dataset: Dataset): Attributes {
  const attributes = new Map<string, AttributeValue>()
  for (const [name, attribute] of Object.entries(dataset.attrs)) {
    // Lists of references are how scales are attached; the library tells of those by itself.
    if (name === 'DIMENSION_LIST' || name === 'REFERENCE_LIST') continue
    const value = attributeValue(attribute.value)
    if (value !== null) attributes.set(name, value)
  }
  return attributes
}

/** Numbers, or a text; null for anything else. */
export function attributeValue(value: unknown): AttributeValue | null {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'bigint') return [Number(value)]
  const list: unknown[] | null = Array.isArray(value)
    ? value
    : ArrayBuffer.isView(value)
      ? [...(value as unknown as Iterable<number | bigint>)]
      : null
  if (!list) return null
  if (list.length === 1 && typeof list[0] === 'string') return list[0]
  return list.every((each) => typeof each === 'number' || typeof each === 'bigint') ? list.map(Number) : null
}
