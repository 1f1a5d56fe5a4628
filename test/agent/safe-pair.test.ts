import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { plainText } from '../../src/agent/index.ts'
import { blobBytes, bufferBytes } from '../../src/io/read/bytes.ts'
import { openZip } from '../../src/io/read/zip/open-zip.ts'
import { memorySink } from '../../src/io/write/memory-results.ts'
import { INT_NODATA, wholeWindow } from '../../src/raster/source.ts'
import { memoryStore } from '../../src/memory/index.ts'
import { answerOf, deskWith, type Desk } from '../helpers/field.ts'
import { hasShared, sharedPath } from '../helpers/shared.ts'

const FOLDER = ['data', 'scenes', 'safe_pair']
const PRODUCTS = [
  'S2B_MSIL2A_20210418T150759_N0214_R025_T33XWJ_20210418T182126.SAFE',
  'S2B_MSIL2A_20220413T150759_N0400_R025_T33XWJ_20220414T082126.SAFE',
] as const

interface Golden {
  readonly boa_add_offset: number
  readonly ndvi_mean: number
  readonly b8a_reflectance_mean: number
  readonly b8a_nodata_pixels: number
  readonly scl_counts: Readonly<Record<string, number>>
}

/** The files of a zip, as they are given to the workspace. */
async function filesOfZip(path: string) {
  const members = await openZip(blobBytes(new Blob([readFileSync(path)])))
  return Promise.all(
    members.map(async (member) => {
      let bytes = new Uint8Array()
      await member.extract(memorySink((whole) => (bytes = Uint8Array.from(whole))))
      return { name: member.path, bytes: bufferBytes(bytes) }
    }),
  )
}

// Expected values: golden.json beside the zips (numpy, by the rule that it states).
describe.skipIf(!hasShared)(
  'runAgent on the pair of SAFE products (skipped without the shared scenes)',
  { timeout: 120_000 },
  () => {
    let desk: Desk
    const golden = () =>
      JSON.parse(readFileSync(sharedPath(...FOLDER, 'golden.json'), 'utf8')) as Record<string, Golden>
    beforeAll(async () => {
      const files = await Promise.all(
        PRODUCTS.map((name) => filesOfZip(sharedPath(...FOLDER, `${name}.zip`))),
      )
      desk = await deskWith(files.flat())
    })
    const scenes = () => desk.workspace.layers().filter(({ scene }) => scene !== null)

    it('sees one tile on two dates, each with the offset of its own baseline', () => {
      expect(scenes().map(({ date, grid }) => [date, grid!.crs.id])).toEqual([
        ['2021-04-18', 'EPSG:32633'],
        ['2022-04-13', 'EPSG:32633'],
      ])
      for (const { scene } of scenes()) {
        // In MTD_TL.xml of both: zenith of the sun 76.5286190227361°, cloudy pixels 98.944211 %.
        expect(scene!.sunElevationDegrees).toBeCloseTo(13.4713809772639, 10)
        expect(scene!.cloudPercent).toBe(98.944211)
      }
      for (const [place, name] of PRODUCTS.entries()) {
        const measured = scenes()[place]!.scene!.bands.filter((band) => band.name !== 'scl')
        expect(measured.map(({ designation }) => designation).sort()).toEqual([
          ...['B04', 'B08', 'B11', 'B12', 'B8A'],
        ])
        for (const { scale, offset } of measured) {
          expect(scale).toBe(1e-4)
          expect(offset).toBe(golden()[name]!.boa_add_offset / 10_000)
        }
      }
    })

    it('reads the pixels that numpy reads', async () => {
      for (const [place, name] of PRODUCTS.entries()) {
        const { id } = scenes()[place]!
        const expected = golden()[name]!
        const values = async (band: string) => {
          const source = await desk.workspace.source(id, band)
          return source.read(wholeWindow(source.grid))
        }
        const narrow = await values('B8A')
        const valid = narrow.filter((value) => !Number.isNaN(value))
        expect(narrow.length - valid.length).toBe(expected.b8a_nodata_pixels)
        near(mean(valid), expected.b8a_reflectance_mean)
        const [red, nir] = [await values('B04'), await values('B08')]
        const ndvi = nir.map((value, at) => (value - red[at]!) / (value + red[at]!))
        near(mean(ndvi.filter((value) => !Number.isNaN(value))), expected.ndvi_mean)
        const scl = await desk.workspace.source(id, 'scl')
        const counts: Record<string, number> = {}
        for (const code of await scl.readInts!(wholeWindow(scl.grid))) {
          const key = String(code === INT_NODATA ? 0 : code)
          counts[key] = (counts[key] ?? 0) + 1
        }
        expect(counts).toEqual(expected.scl_counts)
      }
    })

    it.each([
      ['How many hectares burned (dNBR at least 0.27)?', 4183.88],
      ['How many hectares burned, dNBR at least 0.27, without masking clouds?', 4228.72],
    ])('answers “%s” from B8A and B12: %d ha', async (question, hectares) => {
      const answer = answerOf(await desk.ask(question, memoryStore()))
      expect(answer.unit).toBe('ha')
      expect(Math.abs(answer.value! - hectares) / hectares).toBeLessThan(1e-4)
      expect(plainText(answer)).toContain(
        'each by its own offset before they were compared: scene-1 none, scene-2 −0.1.',
      )
      // Half of the scene has changed, so that the median is no measure of what has not.
      expect(plainText(answer)).toMatch(/unless most of the scene has changed, it cuts through noise/)
    })

    it('names the way out where no threshold was named', async () => {
      const record = await desk.ask('How many hectares burned?', memoryStore())
      expect(record.status).toBe('declined')
      expect(JSON.stringify(record.events)).toContain('Name the threshold in the question')
    })
  },
)

const mean = (values: Float32Array): number => values.reduce((sum, value) => sum + value, 0) / values.length

/** Relative, as the golden figures are asked for. */
const near = (value: number, expected: number) =>
  expect(Math.abs(value - expected) / Math.abs(expected)).toBeLessThan(1e-6)
