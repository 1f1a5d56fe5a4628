import { parseNodata } from '../nodata.ts'
import type { XmlElement } from '../xml.ts'
import { CONVERT, damaged, unsupported } from './vrt-error.ts'

/** Pixels, fractions allowed. */
export interface Rect {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface VrtSource {
  /** Relative to the folder of the virtual raster. Foreign text. */
  readonly path: string
  /** From 0. */
  readonly bandIndex: number
  /** Of the member. */
  readonly from: Rect
  /** Of the virtual raster. */
  readonly to: Rect
  /** Number of the member that is left out: what lies below shows. */
  readonly nodata: number | null
  /** number · ratio + offset */
  readonly ratio: number
  readonly offset: number
}

const NOT_READ: Readonly<Record<string, string>> = {
  LUT: 'a table of values',
  Exponent: 'an exponent',
  ColorTableComponent: 'colours of a table',
  SrcMin: 'a stretch',
}
const FURTHEST = 2 ** 31

/** A SimpleSource or ComplexSource. Throws unsupported_file by name of what is not read. */
export function readSource(
  element: XmlElement,
  whole: { readonly width: number; readonly height: number },
): VrtSource {
  const textOf = (name: string) => element.children.find((each) => each.name === name)?.text
  const odd = Object.keys(NOT_READ).find((name) => textOf(name) !== undefined)
  if (odd !== undefined) throw unsupported(`has a source with ${NOT_READ[odd]}; ${CONVERT}`)
  const band = textOf('SourceBand') ?? '1'
  if (!/^\d{1,5}$/.test(band) || Number(band) < 1)
    throw unsupported(`takes a mask or something else that is no band for a band; ${CONVERT}`)
  const [from, to] = [rectOf(element, 'SrcRect'), rectOf(element, 'DstRect')]
  if (!from !== !to) throw damaged('says of a source where it is taken or where it goes, not both')
  const all = { x: 0, y: 0, ...whole }
  const source = {
    path: pathOf(element.children.find(({ name }) => name === 'SourceFilename')),
    bandIndex: Number(band) - 1,
    from: from ?? all,
    to: to ?? all,
    nodata: parseNodata(textOf('NODATA') ?? null),
    ratio: numberOf(textOf('ScaleRatio'), 1),
    offset: numberOf(textOf('ScaleOffset'), 0),
  }
  const method = element.attributes['resampling']?.toLowerCase() ?? 'nearest'
  if (!isWhole(source) && !/^near(est)?$/.test(method))
    throw unsupported(
      `resamples a source by another method than nearest neighbour; ${CONVERT}, or build it without -r`,
    )
  return source
}

/** True where pixels are taken as they are, one for one. */
export const isWhole = ({ from, to }: Pick<VrtSource, 'from' | 'to'>): boolean =>
  from.width === to.width &&
  from.height === to.height &&
  [from, to].every(({ x, y, width, height }) => [x, y, width, height].every(Number.isInteger))

function pathOf(name: XmlElement | undefined): string {
  const path = name?.text ?? ''
  if (path === '' || path.length > 1000) throw damaged('has a source without the name of a file')
  // '/vsizip/…', 'C:\…', 'https://…', 'NETCDF:"…":…'
  if (/^[/\\]|^[A-Za-z][A-Za-z0-9_+.-]*:/.test(path)) {
    throw unsupported(
      'names a member by where it lies on another machine or inside another file, not relative to itself; ' +
        'build it in the folder of its members, with gdalbuildvrt OUT.vrt A.tif B.tif, and drop all of them',
    )
  }
  return path
}

function rectOf(element: XmlElement, name: string): Rect | null {
  const attributes = element.children.find((each) => each.name === name)?.attributes
  if (!attributes) return null
  const [x, y, width, height] = ['xOff', 'yOff', 'xSize', 'ySize'].map((key) =>
    numberOf(attributes[key], NaN),
  )
  const isSound = [x, y, width, height].every((value) => Math.abs(value!) <= FURTHEST)
  if (!isSound || !(width! > 0) || !(height! > 0)) throw damaged('has a source without a sound rectangle')
  return { x: x!, y: y!, width: width!, height: height! }
}

function numberOf(text: string | undefined, absent: number): number {
  if (text === undefined) return absent
  const value = text.trim() === '' ? NaN : Number(text)
  if (Number.isFinite(value)) return value
  throw damaged('has a source with a number that is none')
}
