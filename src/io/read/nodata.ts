/** Digits of the longest number that GDAL writes, several times over. */
const LONGEST = 400

/** The number of a GDAL_NODATA tag; null where there is none or the text is not a number. */
export function parseNodata(text: string | null): number | null {
  const trimmed = text?.trim() ?? ''
  if (trimmed === '' || trimmed.length > LONGEST) return null
  if (/^[-+]?nan$/i.test(trimmed)) return NaN
  const infinite = /^([-+])?inf(inity)?$/i.exec(trimmed)
  if (infinite) return infinite[1] === '-' ? -Infinity : Infinity
  const value = Number(trimmed)
  return Number.isNaN(value) ? null : value
}
