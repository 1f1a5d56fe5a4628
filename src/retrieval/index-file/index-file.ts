import { AppError } from '../../lib/errors.ts'
import type { AggregationOptions } from '../aggregate.ts'
import type { StoredLibrary } from '../library-index.ts'
import { VectorRows } from '../vector-index/vector-rows.ts'
import { HEADER_BYTES, readHeader, writeHeader, type Header } from './header.ts'
import { xxh32 } from './xxh32.ts'

/** Bytes of a file, wherever it lies. */
export interface IndexSource {
  readonly size: number
  /** A copy that begins at a multiple of eight of its buffer. */
  read(offset: number, length: number): Promise<Uint8Array<ArrayBuffer>>
}

/** What the reader needs the index to be of. */
export interface IndexWanted {
  readonly model: string
  readonly dimensions: number
  readonly options: AggregationOptions
}

/** Every part begins at a multiple of it, so that typed arrays lie on the file's own bytes. */
const ALIGNED = 64

/**
 * The bytes of an index file, in order: header, then model and names as UTF-8 (names as a JSON array), edges by row,
 * codes and sums, and last the vectors, which are the index's own buffer. Little-endian.
 */
export function encodeIndex(library: Required<StoredLibrary>): readonly Uint8Array[] {
  const { edges, vectors, options } = library
  const { codes, sums } = library.made
  const text = new TextEncoder()
  const model = text.encode(library.model)
  const names = text.encode(JSON.stringify(library.names))
  const counts = {
    tools: library.names.length,
    dimensions: vectors.dimensions,
    edges: edges.columns.length,
    hubs: sums.tools.length,
    modelBytes: model.length,
    namesBytes: names.length,
  }
  const parts = partsOf(counts)
  const rest = new Uint8Array(parts.end - HEADER_BYTES)
  const given = {
    model,
    names,
    offsets: edges.offsets,
    columns: edges.columns,
    values: edges.values,
    bits: codes.bits,
    weights: codes.weights,
    hubs: sums.tools,
    members: sums.members,
    sums: sums.sums,
  } satisfies Record<PartName, ArrayBufferView>
  for (const [name, values] of Object.entries(given)) {
    rest.set(bytesOf(values), parts.starts[name as PartName] - HEADER_BYTES)
  }
  const values = bytesOf(vectors.values)
  const header = writeHeader({
    ...counts,
    options,
    restChecksum: xxh32(rest),
    vectorsChecksum: xxh32(values),
  })
  return [header, rest, values]
}

/**
 * Reads an index file. Throws unsupported_file where it is of another version, model or aggregation, read_failed where it
 * is cut off or damaged; `details.reason` names which.
 */
export async function decodeIndex(
  source: IndexSource,
  wanted: IndexWanted,
): Promise<Required<StoredLibrary>> {
  if (source.size < HEADER_BYTES) throw cutOff(source.size, HEADER_BYTES)
  const header = readHeader(await source.read(0, HEADER_BYTES))
  const { starts, end } = partsOf(header)
  const vectorBytes = 4 * header.tools * header.dimensions
  if (source.size !== end + vectorBytes) throw cutOff(source.size, end + vectorBytes)
  const rest = await source.read(HEADER_BYTES, end - HEADER_BYTES)
  if (xxh32(rest) !== header.restChecksum) throw damaged('its names, edges or codes')
  const at = (name: PartName) => rest.byteOffset + starts[name] - HEADER_BYTES
  const text = (name: PartName, bytes: number) =>
    new TextDecoder().decode(rest.subarray(at(name) - rest.byteOffset, at(name) - rest.byteOffset + bytes))
  const model = text('model', header.modelBytes)
  refuseOther(model, header, wanted)
  const values = await source.read(end, vectorBytes)
  if (xxh32(values) !== header.vectorsChecksum) throw damaged('its vectors')
  const { buffer } = rest
  const words = 2 * Math.ceil(header.dimensions / 64)
  return {
    model,
    options: header.options,
    names: JSON.parse(text('names', header.namesBytes)) as (string | null)[],
    vectors: new VectorRows(
      header.dimensions,
      new Float32Array(values.buffer, values.byteOffset, header.tools * header.dimensions),
    ),
    edges: {
      offsets: new Uint32Array(buffer, at('offsets'), header.tools + 1),
      columns: new Uint32Array(buffer, at('columns'), header.edges),
      values: new Float64Array(buffer, at('values'), header.edges),
    },
    made: {
      codes: {
        bits: new Uint32Array(buffer, at('bits'), header.tools * words),
        weights: new Float32Array(buffer, at('weights'), header.tools),
      },
      sums: {
        tools: new Uint32Array(buffer, at('hubs'), header.hubs),
        members: new Uint32Array(buffer, at('members'), header.hubs),
        sums: new Float64Array(buffer, at('sums'), header.hubs * header.dimensions),
      },
    },
  }
}

type Counts = Omit<Header, 'options' | 'restChecksum' | 'vectorsChecksum'>
type PartName =
  'model' | 'names' | 'offsets' | 'columns' | 'values' | 'bits' | 'weights' | 'hubs' | 'members' | 'sums'

/** Where each part begins, and where the vectors do. */
function partsOf(counts: Counts): { readonly starts: Record<PartName, number>; readonly end: number } {
  const { tools, dimensions, edges, hubs, modelBytes, namesBytes } = counts
  const sizes: Record<PartName, number> = {
    model: modelBytes,
    names: namesBytes,
    offsets: 4 * (tools + 1),
    columns: 4 * edges,
    values: 8 * edges,
    bits: 8 * Math.ceil(dimensions / 64) * tools,
    weights: 4 * tools,
    hubs: 4 * hubs,
    members: 4 * hubs,
    sums: 8 * hubs * dimensions,
  }
  let end = HEADER_BYTES
  const starts = Object.entries(sizes).map(([name, bytes]) => {
    const start = end
    end += Math.ceil(bytes / ALIGNED) * ALIGNED
    return [name, start] as const
  })
  return { starts: Object.fromEntries(starts) as Record<PartName, number>, end }
}

function refuseOther(model: string, header: Header, wanted: IndexWanted): void {
  if (model !== wanted.model || header.dimensions !== wanted.dimensions) {
    throw new AppError(
      'unsupported_file',
      `the stored index is of the model ${model} with ${header.dimensions} dimensions, wanted is ${wanted.model} with ${wanted.dimensions}; it is made anew`,
      { reason: 'model' },
    )
  }
  const { alpha, hops, mode } = header.options
  if (alpha !== wanted.options.alpha || hops !== wanted.options.hops || mode !== wanted.options.mode) {
    throw new AppError(
      'unsupported_file',
      `the stored index gathers neighbours by α ${alpha}, ${hops} hops, mode ${mode}, wanted is another way; it is made anew`,
      { reason: 'options' },
    )
  }
}

const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView) =>
  new Uint8Array(buffer, byteOffset, byteLength)

const cutOff = (found: number, needed: number) =>
  new AppError('read_failed', `the stored index has ${found} bytes in place of ${needed}; it is made anew`, {
    reason: 'cut_off',
  })

const damaged = (what: string) =>
  new AppError('read_failed', `the stored index is damaged in ${what}; it is made anew`, {
    reason: 'corrupt',
  })
