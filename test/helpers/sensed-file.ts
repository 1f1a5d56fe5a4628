import { crsFromEpsg } from '../../src/raster/grid/crs.ts'
import type { FileBand } from '../../src/io/types.ts'
import type { SensedFile } from '../../src/sensing/scene/sensed.ts'

/** A file of which only the header exists: one silent uint16 band of 30 m pixels where nothing else is said. */
export function sensedFile(
  name: string,
  said: { readonly pixelMetres?: number; readonly bands?: readonly Partial<FileBand>[] } = {},
): SensedFile {
  const { pixelMetres = 30, bands = [{}] } = said
  return {
    id: name,
    header: {
      fileName: name,
      size: 0,
      grid: {
        width: 2,
        height: 2,
        crs: crsFromEpsg(32633),
        transform: [pixelMetres, 0, 0, 0, -pixelMetres, 0],
      },
      bands: bands.map((band, index) => ({
        index,
        sampleType: 'uint16',
        nodata: null,
        scale: null,
        offset: null,
        description: null,
        ...band,
      })),
      blockSize: { width: 2, height: 2 },
      overviews: [],
      hasInternalMask: false,
      alpha: null,
      metadata: {},
      fingerprint: 'print of ' + name,
    },
  }
}
