/**
 * A Landsat Collection 1 BQA value written in the bits of Collection 2 QA_PIXEL, so that one decoder serves both.
 * Bits of BQA: 0 fill, 4 cloud, two-bit confidences of cloud at 5, shadow at 7, snow at 9, cirrus at 11; shadow,
 * snow and cirrus count where the confidence is high. There is no dilated cloud and no water in BQA.
 */
export function bqaToQaPixel(value: number): number {
  const confidence = (shift: number) => (value >> shift) & 3
  const isHigh = (shift: number) => (confidence(shift) === 3 ? 1 : 0)
  const fill = value & 1
  const cloud = (value >> 4) & 1
  const clear = fill === 0 && cloud === 0 ? 1 : 0
  return (
    fill |
    (isHigh(11) << 2) |
    (cloud << 3) |
    (isHigh(7) << 4) |
    (isHigh(9) << 5) |
    (clear << 6) |
    (confidence(5) << 8) |
    (confidence(7) << 10) |
    (confidence(9) << 12) |
    (confidence(11) << 14)
  )
}
