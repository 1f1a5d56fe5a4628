/** A round length (1, 2 or 5 times a power of ten) that fits in `most` screen pixels, and its width there. */
export function scaleBar(
  unitsPerPixel: number,
  most: number,
): { readonly length: number; readonly pixels: number } {
  const power = 10 ** Math.floor(Math.log10(unitsPerPixel * most))
  const length = power * ([5, 2, 1].find((times) => times * power <= unitsPerPixel * most) ?? 1)
  return { length, pixels: length / unitsPerPixel }
}
