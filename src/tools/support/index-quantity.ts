import { AppError } from '../../lib/errors.ts'
import type { SpectralIndex } from '../../sensing/indices.ts'
import { isThermal } from '../../sensing/sensors.ts'
import type { Layer } from '../../trace/layer.ts'
import type { RasterQuantity } from '../../trace/port.ts'

/** What a scene must hold for an index: radar power, reflectance, or any numbers of one scale. */
export function indexQuantity({
  domain,
  needsReflectance,
}: SpectralIndex): RasterQuantity | readonly RasterQuantity[] {
  if (domain === 'radar') return 'backscatter'
  return needsReflectance ? 'reflectance' : ['reflectance', 'raw']
}

/** Throws scaling_unknown, saying what to do, where the numbers of a scene would give another index. */
export function requireQuantity({ id, scene }: Layer, index: SpectralIndex): void {
  if (scene === null) return
  const refuse = (problem: string) => {
    throw new AppError('scaling_unknown', `${id} ${problem}`, { layer: id })
  }
  if (index.domain === 'radar') {
    if (scene.quantity === 'backscatter') return
    refuse(
      `is not known to hold calibrated backscatter, and ${index.name} needs it in linear power; give a calibrated product, ` +
        'or the scale and offset that make it linear power in the details of the scene (decibels are brought to power by sar_to_linear)',
    )
  }
  if (index.needsReflectance && scene.quantity === 'raw') {
    refuse(
      `holds no reflectance, as its scaling is not fully known, and ${index.name} has constants that need reflectance ` +
        'from 0 to 1; add its metadata file, give the scale and offset in the details of the scene, or use a ratio index',
    )
  }
  const kelvin = scene.bands.find(({ name, scale }) => index.bands.some((band) => band === name && isThermal(band)) && Number.isNaN(scale)) // prettier-ignore
  if (kelvin) {
    refuse(
      `holds ${kelvin.name} as raw numbers, and ${index.name} needs it in kelvin; give a level 2 product, or an index without a thermal band`,
    )
  }
}
