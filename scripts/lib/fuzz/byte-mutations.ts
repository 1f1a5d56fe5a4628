import { below, oneOf, type CorpusFile, type Mutant, type Random } from './target.ts'

/** Changes bytes, perhaps their number, and says how. `from` holds other files to take pieces of. */
export type Mutation = (
  bytes: Uint8Array,
  random: Random,
  from: readonly CorpusFile[],
) => { readonly bytes: Uint8Array; readonly story: string }

/** Numbers at the edges of what fields hold and programs expect. */
export const EDGES: readonly bigint[] = [
  0n,
  1n,
  2n,
  3n,
  7n,
  8n,
  9n,
  15n,
  16n,
  200n,
  255n,
  256n,
  32767n,
  32768n,
  65535n,
  65536n,
  2n ** 24n,
  2n ** 31n - 1n,
  2n ** 31n,
  2n ** 32n - 1n,
  2n ** 32n,
  2n ** 53n,
  2n ** 63n,
  2n ** 64n - 1n,
]

/** Most damage that matters lies where the headers are. */
function place(bytes: Uint8Array, random: Random): number {
  const end = random() < 0.5 ? Math.min(512, bytes.length) : bytes.length
  return below(random, Math.max(1, end))
}

/** Writes a number of 2, 4 or 8 bytes, cut to them and to the file. */
export function writeField(
  bytes: Uint8Array,
  at: number,
  field: { readonly value: bigint; readonly size: number; readonly littleEndian: boolean },
): void {
  for (let index = 0; index < field.size && at + index < bytes.length; index++) {
    const shift = BigInt(8 * (field.littleEndian ? index : field.size - 1 - index))
    bytes[at + index] = Number((field.value >> shift) & 255n)
  }
}

const flipBits: Mutation = (bytes, random) => {
  const count = 1 + below(random, 16)
  const at = place(bytes, random)
  const out = Uint8Array.from(bytes)
  for (let time = 0; time < count; time++) {
    const spot = Math.min(out.length - 1, at + below(random, 64))
    if (spot >= 0) out[spot]! ^= 1 << below(random, 8)
  }
  return { bytes: out, story: `${count} bits flipped near ${at}` }
}

const overwriteBytes: Mutation = (bytes, random) => {
  const [at, length] = [place(bytes, random), 1 + below(random, 32)]
  const kind = oneOf(random, ['0', '255', 'noise'] as const)
  const out = Uint8Array.from(bytes)
  for (let spot = at; spot < Math.min(out.length, at + length); spot++) {
    out[spot] = kind === 'noise' ? below(random, 256) : Number(kind)
  }
  return { bytes: out, story: `${length} bytes at ${at} set to ${kind}` }
}

const overwriteField: Mutation = (bytes, random) => {
  const at = place(bytes, random) & ~1
  const [size, value, littleEndian] = [oneOf(random, [2, 4, 8]), oneOf(random, EDGES), random() < 0.7]
  const out = Uint8Array.from(bytes)
  writeField(out, at, { value, size, littleEndian })
  return { bytes: out, story: `${value} in ${size} bytes at ${at}` }
}

const truncate: Mutation = (bytes, random) => {
  const length = below(random, bytes.length + 1)
  return { bytes: bytes.slice(0, length), story: `cut to ${length} bytes` }
}

const duplicate: Mutation = (bytes, random) => {
  const [from, to] = [place(bytes, random), place(bytes, random)]
  const part = bytes.subarray(from, from + 1 + below(random, 256))
  return {
    bytes: Uint8Array.from([...bytes.subarray(0, to), ...part, ...bytes.subarray(to)]),
    story: `${part.length} bytes of ${from} inserted at ${to}`,
  }
}

const remove: Mutation = (bytes, random) => {
  const [at, length] = [place(bytes, random), 1 + below(random, 256)]
  return {
    bytes: Uint8Array.from([...bytes.subarray(0, at), ...bytes.subarray(at + length)]),
    story: `${length} bytes at ${at} taken out`,
  }
}

const splice: Mutation = (bytes, random, from) => {
  const other = oneOf(random, from)
  const at = place(bytes, random)
  const isTail = random() < 0.5
  const out = isTail
    ? Uint8Array.from([...bytes.subarray(0, at), ...other.bytes.subarray(at)])
    : Uint8Array.from(bytes)
  if (!isTail) {
    const start = place(other.bytes, random)
    out.set(other.bytes.subarray(start, start + Math.min(256, out.length - at)), at)
  }
  return { bytes: out, story: `${isTail ? 'all' : '256 bytes'} from ${at} on taken from ${other.name}` }
}

/** Those that leave the length as it is more often: others seldom get past the headers. */
export const BYTE_MUTATIONS: readonly Mutation[] = [
  flipBits,
  flipBits,
  flipBits,
  overwriteBytes,
  overwriteBytes,
  overwriteField,
  overwriteField,
  truncate,
  duplicate,
  remove,
  splice,
]

/** One to three changes of a file of the corpus, most of them where its header stands. */
export function mostlyAtHeader(corpus: readonly CorpusFile[], headerByte: Mutation, random: Random): Mutant {
  const file = oneOf(random, corpus)
  let bytes: Uint8Array = file.bytes
  const stories: string[] = []
  for (let times = oneOf(random, [1, 1, 1, 2, 3]); times > 0; times--) {
    const mutation = random() < 0.7 ? headerByte : oneOf(random, BYTE_MUTATIONS)
    const changed = mutation(bytes, random, corpus)
    bytes = changed.bytes
    stories.push(changed.story)
  }
  return { bytes, story: `${file.name}: ${stories.join('; ')}` }
}
