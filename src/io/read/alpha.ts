import { Tag } from './tags.ts'
import type { TiffDirectory } from './tiff-directory.ts'

/** Values of ExtraSamples (TIFF 6.0, §18); 0 says nothing of the sample. */
const ASSOCIATED = 1
const UNASSOCIATED = 2

export interface Alpha {
  /** Sample of each pixel, from 0. */
  readonly index: number
  /** True where colours were multiplied by it. */
  readonly premultiplied: boolean
}

/**
 * The sample that says how opaque each pixel is: one that ExtraSamples or the colour interpretation calls so. A fourth
 * band that nothing is said of is a band like others. Null where there is none, and where no other band would be left.
 */
export async function findAlpha(
  directory: TiffDirectory,
  samples: number,
  isCalledAlpha: (index: number) => boolean,
): Promise<Alpha | null> {
  if (samples < 2) return null
  const extra = await directory.numbers(Tag.ExtraSamples)
  // They are the last samples of a pixel.
  const first = samples - extra.length
  const said = extra.findIndex((kind) => kind === ASSOCIATED || kind === UNASSOCIATED)
  if (first >= 0 && said >= 0) return { index: first + said, premultiplied: extra[said] === ASSOCIATED }
  const called = Array.from({ length: samples }, (_, index) => index).find(isCalledAlpha)
  return called === undefined ? null : { index: called, premultiplied: false }
}
