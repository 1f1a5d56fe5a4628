const COD = 0xff52
const COC = 0xff53
const POC = 0xff5f
/** Of the styles of code blocks (ITU-T T.800, table A.19; T.814 for the last). */
export const BYPASS = 0x01
export const TERMINATED = 0x04
const HIGH_THROUGHPUT = 0x40
const LARGEST_PRECINCT = 15

/** How one component is parted: what finding its packets takes. */
export interface ComponentCoding {
  readonly levels: number
  /** Exponents of the sides of a code block. */
  readonly block: readonly [x: number, y: number]
  readonly style: number
  /** Exponents of the sides of a precinct, by resolution. */
  readonly precincts: readonly (readonly [x: number, y: number])[]
}

export interface Coding {
  readonly progression: number
  readonly layers: number
  readonly transformsColours: boolean
  readonly startMarkers: boolean
  readonly endMarkers: boolean
  readonly components: readonly ComponentCoding[]
}

/** The coding of all components by a main header; null where packets follow an order that is not told by it alone. */
export function readCoding(header: Uint8Array<ArrayBuffer>, count: number): Coding | null {
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength)
  let common: Omit<Coding, 'components'> | null = null
  let first: ComponentCoding | null = null
  const own = new Map<number, ComponentCoding>()
  for (const { marker, body, end } of segmentsOf(header)) {
    if (marker === POC) return null
    if (marker === COD) {
      const flags = view.getUint8(body)
      common = {
        progression: view.getUint8(body + 1),
        layers: view.getUint16(body + 2),
        transformsColours: view.getUint8(body + 4) !== 0,
        startMarkers: (flags & 2) !== 0,
        endMarkers: (flags & 4) !== 0,
      }
      first = readComponent(view, { at: body + 5, end, hasPrecincts: (flags & 1) !== 0 })
    }
    if (marker === COC) {
      const wide = count < 257 ? 1 : 2
      const component = wide === 1 ? view.getUint8(body) : view.getUint16(body)
      const hasPrecincts = (view.getUint8(body + wide) & 1) !== 0
      own.set(component, readComponent(view, { at: body + wide + 1, end, hasPrecincts }))
    }
  }
  if (!common || !first) return null
  const components = Array.from({ length: count }, (_, index) => own.get(index) ?? first)
  return components.some(({ style }) => style & HIGH_THROUGHPUT) ? null : { ...common, components }
}

function readComponent(
  view: DataView,
  { at, end, hasPrecincts }: { readonly at: number; readonly end: number; readonly hasPrecincts: boolean },
): ComponentCoding {
  const levels = view.getUint8(at)
  const precincts = Array.from({ length: levels + 1 }, (_, index): readonly [number, number] => {
    if (!hasPrecincts || at + 5 + index >= end) return [LARGEST_PRECINCT, LARGEST_PRECINCT]
    const size = view.getUint8(at + 5 + index)
    return [size & 15, size >> 4]
  })
  return {
    levels,
    block: [(view.getUint8(at + 1) & 15) + 2, (view.getUint8(at + 2) & 15) + 2],
    style: view.getUint8(at + 3),
    precincts,
  }
}

/** The marker segments of a main header after SOC: where each begins, where its body does, and its end. */
export function* segmentsOf(header: Uint8Array<ArrayBuffer>) {
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength)
  for (let start = 2; start + 4 <= header.byteLength;) {
    const end = start + 2 + view.getUint16(start + 2)
    yield { marker: view.getUint16(start), start, body: start + 4, end }
    start = end
  }
}

/** True where the packets of low resolutions come first in a tile. */
export const isCoarseFirst = ({ progression, layers }: Coding): boolean =>
  progression === 1 || progression === 2 || (progression === 0 && layers === 1)
