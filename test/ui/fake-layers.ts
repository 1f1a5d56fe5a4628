import type { Grid } from '../../src/raster/grid/grid.ts'
import type { LayerAbout } from '../../src/trace/data.ts'
import type { Layer } from '../../src/trace/layer.ts'
import type { BandName } from '../../src/trace/port.ts'

/** 24 × 18 km at 20 m in UTM zone 21 south. */
export const grid: Grid = {
  width: 1200,
  height: 900,
  crs: {
    id: 'EPSG:32721',
    kind: 'projected',
    name: 'WGS 84 / UTM zone 21S',
    proj4: '+proj=utm +zone=21 +south +datum=WGS84 +units=m +no_defs',
    metresPerUnit: 1,
  },
  transform: [20, 0, 430000, 0, -20, 7900000],
}

const BANDS: readonly (readonly [string, BandName])[] = [
  ['B02', 'blue'],
  ['B03', 'green'],
  ['B04', 'red'],
  ['B8A', 'nir_narrow'],
  ['B08', 'nir'],
  ['B11', 'swir1'],
  ['B12', 'swir2'],
  ['SCL', 'scl'],
]

export function fakeScene(id: string, date: string, title: string, sure = true): Layer {
  return {
    id,
    kind: 'raster',
    title,
    port: { kind: 'raster', quantity: 'reflectance', bands: BANDS.map(([, name]) => name) },
    grid,
    date,
    unit: '1',
    scene: {
      sensor: 'sentinel-2',
      level: 'L2A',
      bands: BANDS.map(([designation, name], bandIndex) => ({
        name,
        designation,
        grid,
        fileId: `file-${id}`,
        bandIndex,
        scale: 0.0001,
        offset: -0.1,
        nodata: 0,
      })),
      quantity: 'reflectance',
      sunElevationDegrees: null,
      assumptions: [
        { field: 'sensor', value: 'Sentinel-2', why: 'The band names are those of Sentinel-2.', sure: true },
        { field: 'date', value: date, why: 'Read from the file names.', sure: true },
        {
          field: 'scaling',
          value: '0.0001 · DN − 0.1',
          why: sure
            ? 'SCALE and OFFSET stand in the files.'
            : 'No SCALE in the files: taken from the product guide.',
          sure,
        },
        { field: 'nodata', value: '0', why: 'The no-data tag of the files.', sure: true },
      ],
    },
    lineage: null,
    style: { ramp: 'rgb', bands: ['swir2', 'nir', 'red'] },
    storage: { where: 'files', fileIds: [`file-${id}`] },
    fingerprint: `print-${id}`,
    createdAt: Date.parse(date),
  }
}

export function fakeResult(
  id: string,
  title: string,
  style: Layer['style'],
  unit: Layer['unit'] = '1',
): Layer {
  return {
    ...fakeScene(id, '2024-09-20', title),
    title,
    unit,
    scene: null,
    style,
    lineage: { tool: 'difference', version: '1', args: {}, inputs: [] },
    storage: { where: 'results', file: `${id}.tif` },
    createdAt: Date.parse('2026-11-30'),
  }
}

/** What headers would say of a fake scene; the wavelengths are those of Sentinel-2. */
export function fakeAbout({ scene, storage }: Layer): LayerAbout {
  const wavelengths: Readonly<Record<string, number>> = {
    blue: 492,
    green: 560,
    red: 665,
    nir: 833,
    swir2: 2202,
  }
  return {
    centre: [-57.55, -19.07],
    bands: (scene?.bands ?? []).map(({ name, designation }) => ({
      name,
      designation,
      wavelengthNanometres: wavelengths[name] ?? null,
      sampleType: 'uint16',
    })),
    files: [
      {
        name: storage.where === 'results' ? storage.file : 'T21KWV_20240801.tif',
        bytes: 1_234_567,
        width: 1200,
        height: 900,
        overviews: 2,
        tags: [['TIFFTAG_SOFTWARE', '<b>made</b> by hand']],
      },
    ],
  }
}
