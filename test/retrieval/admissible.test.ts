import { describe, expect, it } from 'vitest'
import { admissible } from '../../src/retrieval/admissible.ts'
import type { SceneSummary, SensingContext } from '../../src/sensing/context.ts'
import { toolSpec } from '../../src/tools/tool.ts'
import { TOOLS } from '../../src/tools/index.ts'
import type { BandName, Port } from '../../src/trace/port.ts'

const specs = TOOLS.map(toolSpec)

function scene(id: string, bands: readonly BandName[], facts: Partial<SceneSummary> = {}): SceneSummary {
  return {
    id, bands, sensor: 'sentinel-2', level: 'L2A', quantity: 'reflectance', date: '2024-07-01', crs: 'EPSG:32633',
    scaled: true, pixelSizeMetres: 10, width: 100, height: 100, ...facts,
  } // prettier-ignore
}

function context(scenes: readonly SceneSummary[], products: readonly Port[] = []): SensingContext {
  return {
    modalities: [],
    sensors: [],
    scenes,
    products: products.map((port, at) => ({ id: `product-${at}`, port, date: null })),
    dates: [],
    overlap: true,
  }
}

const fire: readonly BandName[] = ['green', 'red', 'nir', 'swir2']

describe('admissible', () => {
  it('offers next to nothing without data', () => {
    const { names, missing } = admissible(specs, context([]))
    expect(names.has('list_data')).toBe(true)
    expect(names.has('ndvi')).toBe(false)
    expect(names.has('mask_area')).toBe(false)
    expect(missing.get('ndvi')).toBe('needs a scene with nir and red')
  })

  it('closes over what tools give: index, mask, area', () => {
    const { names } = admissible(specs, context([scene('s', fire)]))
    for (const name of ['ndvi', 'nbr', 'threshold_mask', 'clean_mask', 'mask_area', 'components']) {
      expect(names, name).toContain(name)
    }
  })

  it('names the band that the scene lacks', () => {
    const { names, missing } = admissible(specs, context([scene('s', ['green', 'red', 'nir'])]))
    expect(names.has('nbr')).toBe(false)
    expect(missing.get('nbr')).toBe('needs a scene with swir2')
    expect(missing.get('ndsi')).toBe('needs a scene with swir1')
  })

  it('takes a narrow near infrared band for nir', () => {
    expect(admissible(specs, context([scene('s', ['red', 'nir_narrow'])])).names).toContain('ndvi')
  })

  it('asks for a second date where a tool compares two', () => {
    const one = admissible(specs, context([scene('s', fire)]))
    for (const name of ['burn_severity', 'difference', 'spread_between']) {
      expect(one.names, name).not.toContain(name)
      expect(one.missing.get(name)).toMatch(/^needs .* of a second date$/)
    }
    const sameDay = admissible(specs, context([scene('s', fire), scene('t', fire)]))
    expect(sameDay.names).not.toContain('difference')
    const two = admissible(specs, context([scene('s', fire), scene('t', fire, { date: '2024-08-01' })]))
    expect(two.names).toContain('burn_severity')
    expect(two.names).toContain('difference')
  })

  it('takes two undated scenes for two dates', () => {
    const undated = { date: null }
    const { names } = admissible(specs, context([scene('s', fire, undated), scene('t', fire, undated)]))
    expect(names).toContain('difference')
  })

  it('gives raw scenes to ratio indices alone', () => {
    const { names, missing } = admissible(
      specs,
      context([scene('s', ['blue', 'red', 'nir'], { quantity: 'raw' })]),
    )
    expect(names).toContain('ndvi')
    expect(names).not.toContain('evi')
    expect(missing.get('evi')).toBe('needs a scene whose scaling to reflectance is known')
  })

  it('starts from results that are there, with no scene', () => {
    const mask: Port = { kind: 'raster', quantity: 'mask', meaning: 'water' }
    const { names } = admissible(specs, context([], [mask]))
    expect(names).toContain('mask_area')
    expect(names).not.toContain('ndvi')
    expect(names).not.toContain('slope')
  })

  it('says of every tool outside what it needs', () => {
    const { names, missing } = admissible(specs, context([]))
    expect([...names, ...missing.keys()].sort()).toEqual(specs.map(({ name }) => name).sort())
    for (const words of missing.values()) expect(words).toMatch(/^needs \S+ \S+/)
  })
})
