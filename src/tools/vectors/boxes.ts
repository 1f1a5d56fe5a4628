import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import type { NewLayer } from '../tool.ts'

/** A box in pixels of a picture: x to the right, y down. */
export interface PixelBox {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

export const boxesArgument = z
  .array(z.array(z.number().min(-1e7).max(1e7)).length(4))
  .min(1)
  .max(2000)
  .describe('Boxes in pixels of a picture, four numbers each, in the order that convention names.')

export const conventionArgument = z
  .enum(['xyxy', 'xywh'])
  .describe('What the four numbers are: xyxy is left, top, right, bottom; xywh is left, top, width, height.')

export const groundSampleArgument = z
  .number()
  .positive()
  .max(100_000)
  .describe('Ground sample distance: metres on the ground that one pixel covers.')

/** Throws invalid_input for a box that ends before it begins. */
export function pixelBoxes(
  boxes: readonly (readonly number[])[],
  convention: 'xyxy' | 'xywh',
): readonly PixelBox[] {
  return boxes.map(([a = NaN, b = NaN, c = NaN, d = NaN], index) => {
    const box =
      convention === 'xyxy'
        ? { left: a, top: b, right: c, bottom: d }
        : { left: a, top: b, right: a + c, bottom: b + d }
    if (box.right >= box.left && box.bottom >= box.top) return box
    throw new AppError(
      'invalid_input',
      `box ${index + 1} ends before it begins when read as ${convention}; give its numbers in that order, or the other convention`,
    )
  })
}

export const boxesLayer = (title: string): NewLayer => ({
  title,
  port: { kind: 'table' },
  unit: '1',
  date: null,
  style: { ramp: 'none' },
})
