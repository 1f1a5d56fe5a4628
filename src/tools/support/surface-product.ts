import type { Layer } from '../../trace/layer.ts'

/** True where the thermal band of a scene is surface temperature already: Landsat level 2 and the MODIS product. */
export function isReadySurface({ scene, port }: Layer): boolean {
  if (port.kind === 'raster' && port.meaning === 'surface_temperature') return true
  return scene !== null && /^(L2S|M[OY]D11|M[OY]D21)/.test(scene.level)
}
