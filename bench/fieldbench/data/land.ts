import {
  bell,
  contains,
  maskWhere,
  outline,
  type Mask,
  type Random,
} from '../../../scripts/sample/random-shapes.ts'
import { BAND_NAMES, SPECTRA, type BandName, type Cover } from './spectra.ts'

/** What lies in each cell of a square, row-major. */
export interface Land {
  readonly side: number
  readonly cover: readonly Cover[]
}

export const landOf = (side: number, ground: Cover): Land => ({
  side,
  cover: new Array<Cover>(side * side).fill(ground),
})

/** The land with another cover where the mask is 1. */
export const paint = (land: Land, mask: Mask, cover: Cover): Land => ({
  ...land,
  cover: land.cover.map((old, at) => (mask.cells[at] === 1 ? cover : old)),
})

/** A patch with a wavy edge about a point, its radii in cells. */
export function patch(
  random: Random,
  side: number,
  shape: { readonly col: number; readonly row: number; readonly along: number; readonly across?: number },
): Mask {
  const { col, row, along, across = along } = shape
  const edge = outline(random, { centre: { col, row }, along, across, angle: Math.PI * random() }, 0.12)
  return maskWhere(side, (c, r) => contains(edge, c, r))
}

export const count = ({ cover }: Land, wanted: Cover) => cover.filter((one) => one === wanted).length

/** Reflectance of each band, row-major: the cover's spectrum with noise of `noise` times the value. */
export function reflectance(random: Random, land: Land, noise = 0.02): Record<BandName, Float32Array> {
  const bands = BAND_NAMES.map((name, band) => {
    const values = Float32Array.from(land.cover, (cover) => {
      const value = SPECTRA[cover][band]!
      return Math.max(0.001, value * (1 + noise * bell(random)))
    })
    return [name, values] as const
  })
  return Object.fromEntries(bands) as Record<BandName, Float32Array>
}
