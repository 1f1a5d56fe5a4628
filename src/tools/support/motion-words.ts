import type { Motion } from '../../raster/kernels/motion-fit.ts'
import { sectorNames, sectorOf } from '../../raster/kernels/sectors.ts'
import type { Label, Quantity } from '../../trace/quantity.ts'
import { degrees, figure, quantity, ratio } from './figures.ts'

/** A fitted motion told and measured; speeds in km a day. Errors are left out where two dates leave none. */
export function motionWords(
  motion: Motion,
  on: { readonly layer?: string },
): { readonly text: string; readonly numbers: readonly Quantity[]; readonly labels: readonly Label[] } {
  const { bearing, bearingError, speed, speedError, explained } = motion
  const sector = sectorNames(8)[sectorOf(bearing, 8)]!
  const hasErrors = Number.isFinite(speedError)
  const perDay = (name: string, metres: number) =>
    quantity(name, metres / 1000, { unit: 'km/day', dimension: 'speed', ...on })
  return {
    text:
      `bearing ${figure(bearing)}°${hasErrors ? ` ± ${figure(bearingError)}°` : ''} from true north (${sector}), ` +
      `${figure(speed / 1000)}${hasErrors ? ` ± ${figure(speedError / 1000)}` : ''} km a day; the fit explains ${figure(explained * 100)} % of the scatter` +
      (hasErrors ? '; ± is one standard error' : '; two dates leave no error to estimate'),
    numbers: [
      degrees('bearing', bearing, on),
      perDay('speed', speed),
      ...(hasErrors ? [degrees('bearing_error', bearingError, on), perDay('speed_error', speedError)] : []),
      ratio('explained', explained, on),
    ],
    labels: [{ name: 'sector', value: sector }],
  }
}
