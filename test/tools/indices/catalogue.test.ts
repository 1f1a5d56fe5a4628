import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { INDICES } from '../../../src/sensing/indices.ts'
import { indexTool } from '../../../src/tools/indices/spectral-index.ts'
import type { BandName } from '../../../src/trace/port.ts'
import { pixels, raster } from '../../raster/kernels/rasters.ts'
import { MemoryContext, number, runTool } from '../memory-context.ts'

/** What Python gives for the published formulas: scripts/oracles/indices.py. */
const { spectra, values } = JSON.parse(
  readFileSync(new URL('../../oracles/indices.json', import.meta.url), 'utf8'),
) as {
  readonly spectra: readonly Readonly<Partial<Record<BandName, number>>>[]
  readonly values: Readonly<Record<string, readonly (number | null)[]>>
}

describe.each(INDICES.map((index) => [index.name, index] as const))('%s', (name, index) => {
  it('gives a layer of what the published formula gives for three spectra', async () => {
    const context = new MemoryContext()
    const bands = index.bands.map((band) => [band, raster([spectra.map((each) => each[band] ?? NaN)])])
    const quantity = index.domain === 'radar' ? 'backscatter' : 'reflectance'
    context.addScene('s', Object.fromEntries(bands) as object, { quantity })
    const result = await runTool(indexTool(index), { scene: 's' }, context)
    const got = await pixels(await context.raster(context.saved[0]!.id))
    const truth = values[name]!
    for (const [place, value] of got.entries()) {
      const wanted = truth[place] ?? null
      if (wanted === null) expect(value).toBeNaN()
      else expect(Math.abs(value - wanted)).toBeLessThanOrEqual(1e-5 * Math.abs(wanted))
    }
    const there = truth.filter((value) => value !== null)
    expect(number(result, 'max')).toBeCloseTo(Math.max(...there), 3)
    expect(context.saved[0]!.port).toMatchObject({ quantity: 'index', meaning: name })
  })
})
