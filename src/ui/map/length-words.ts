import { formatNumber } from '../parts/format.ts'

/** A length of the map: metres or kilometres on Earth, pixels on a plane. */
export function lengthWords(length: number, onEarth: boolean): string {
  if (!onEarth) return `${formatNumber(length)} px`
  return length >= 1000 ? `${formatNumber(length / 1000)} km` : `${formatNumber(length)} m`
}
