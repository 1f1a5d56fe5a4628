import { EDGES, writeField, type Mutation } from './byte-mutations.ts'
import { below, oneOf, type Random } from './target.ts'

/** Where the parts of a TIFF's directories lie; what cannot be followed is left out. */
interface Places {
  readonly littleEndian: boolean
  readonly big: boolean
  /** First byte of each entry. */
  readonly entries: readonly number[]
  /** First byte of each directory, and of the link to it. */
  readonly directories: readonly number[]
  readonly links: readonly number[]
}

function findPlaces(bytes: Uint8Array): Places {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const littleEndian = bytes[0] === 0x49
  const big = bytes.length >= 16 && view.getUint16(2, littleEndian) === 43
  const wide = (at: number) => Number(view.getBigUint64(at, littleEndian))
  const offsetAt = (at: number) => (big ? wide(at) : view.getUint32(at, littleEndian))
  const [countBytes, entryBytes, linkBytes] = big ? [8, 20, 8] : [2, 12, 4]
  const [entries, directories, links]: [number[], number[], number[]] = [[], [], []]
  let link = big ? 8 : 4
  while (link + linkBytes <= bytes.length && links.length < 16) {
    links.push(link)
    const at = offsetAt(link)
    if (at === 0 || at + countBytes > bytes.length || directories.includes(at)) break
    directories.push(at)
    const count = Math.min(100, big ? wide(at) : view.getUint16(at, littleEndian))
    for (let index = 0; index < count; index++) {
      const entry = at + countBytes + index * entryBytes
      if (entry + entryBytes <= bytes.length) entries.push(entry)
    }
    link = at + countBytes + count * entryBytes
  }
  return { littleEndian, big, entries, directories, links }
}

const edgeOr = (random: Random, size: number): bigint =>
  random() < 0.6
    ? oneOf(random, EDGES)
    : BigInt(random() < 0.5 ? below(random, size + 1) : below(random, 2 ** 32))

/** Type, count, value or id of one entry set to another. */
const changeEntry: Mutation = (bytes, random) => {
  const { littleEndian, big, entries } = findPlaces(bytes)
  const out = Uint8Array.from(bytes)
  if (entries.length === 0) return { bytes: out, story: 'nothing' }
  const at = oneOf(random, entries)
  const tag = new DataView(out.buffer).getUint16(at, littleEndian)
  const part = oneOf(random, ['id', 'type', 'count', 'value', 'value'] as const)
  const wide = big ? 8 : 4
  const [shift, size] = { id: [0, 2], type: [2, 2], count: [4, wide], value: [4 + wide, wide] }[part] as [
    number,
    number,
  ]
  const value =
    part === 'type'
      ? BigInt(below(random, 20))
      : part === 'id'
        ? BigInt(oneOf(random, TAGS))
        : edgeOr(random, bytes.length)
  // Short values stand at the front of their field.
  const written = part === 'value' && random() < 0.5 ? 2 : size
  writeField(out, at + shift, { value, size: written, littleEndian })
  return { bytes: out, story: `${part} of tag ${tag} set to ${value}` }
}

const TAGS = [
  254, 256, 257, 258, 259, 262, 266, 270, 273, 277, 278, 279, 284, 317, 322, 323, 324, 325, 338, 339, 347,
  33550, 33922, 34264, 34735, 34736, 34737, 42112, 42113, 50674, 50844,
]

/** All but the ids of two entries exchanged. */
const swapEntries: Mutation = (bytes, random) => {
  const { littleEndian, big, entries } = findPlaces(bytes)
  const out = Uint8Array.from(bytes)
  if (entries.length < 2) return { bytes: out, story: 'nothing' }
  const [one, other] = [oneOf(random, entries), oneOf(random, entries)]
  const length = big ? 18 : 10
  out.set(bytes.subarray(one + 2, one + 2 + length), other + 2)
  out.set(bytes.subarray(other + 2, other + 2 + length), one + 2)
  const view = new DataView(out.buffer)
  const tags = [one, other].map((at) => view.getUint16(at, littleEndian))
  return { bytes: out, story: `tags ${tags.join(' and ')} exchanged` }
}

/** One of the numbers that an entry points at. */
const changeList: Mutation = (bytes, random) => {
  const { littleEndian, big, entries } = findPlaces(bytes)
  const out = Uint8Array.from(bytes)
  const view = new DataView(out.buffer)
  const pointers = entries
    .map((at) => ({
      tag: view.getUint16(at, littleEndian),
      to: big ? Number(view.getBigUint64(at + 12, littleEndian)) : view.getUint32(at + 8, littleEndian),
    }))
    .filter(({ to }) => to > 0 && to < bytes.length)
  if (pointers.length === 0) return { bytes: out, story: 'nothing' }
  const { tag, to } = oneOf(random, pointers)
  const [size, value] = [oneOf(random, [1, 2, 4, 8]), edgeOr(random, bytes.length)]
  const at = to + size * below(random, 16)
  writeField(out, at, { value, size, littleEndian })
  return { bytes: out, story: `${value} in ${size} bytes at ${at}, where tag ${tag} points` }
}

/** A link to a directory set to another place. */
const changeLink: Mutation = (bytes, random) => {
  const { littleEndian, big, directories, links } = findPlaces(bytes)
  const out = Uint8Array.from(bytes)
  if (links.length === 0) return { bytes: out, story: 'nothing' }
  const at = oneOf(random, links)
  const value =
    directories.length > 0 && random() < 0.5
      ? BigInt(oneOf(random, directories) + 2 * below(random, 3))
      : edgeOr(random, bytes.length)
  writeField(out, at, { value, size: big ? 8 : 4, littleEndian })
  return { bytes: out, story: `link at ${at} set to ${value}` }
}

export const TIFF_MUTATIONS: readonly Mutation[] = [
  changeEntry,
  changeEntry,
  changeList,
  swapEntries,
  changeLink,
]
