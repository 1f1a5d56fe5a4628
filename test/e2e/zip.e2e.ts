import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask, dropFiles, figuresOf, hectares, mapIsDrawn, scenes } from '../../scripts/lib/app-actions.ts'
import { builtFolder } from '../../scripts/lib/build-app.ts'
import { foreignRequests, openApp, type App, type OpenOptions } from '../../scripts/lib/open-app.ts'
import type { Truth } from '../../scripts/sample/truth.ts'
import { makeZip } from '../helpers/make-zip.ts'

const QUESTION = 'How many hectares burned between the first and the last date?'
const sample = join(builtFolder, 'sample', '7')
/** Before the fires and after the second one. */
const pair = () => readdirSync(sample).filter((name) => /_(20230617|20230712)T.*\.tif$/.test(name))
const bytesOf = (name: string) => new Uint8Array(readFileSync(join(sample, name)))
const truth = JSON.parse(readFileSync(join(sample, 'truth.json'), 'utf8')) as Truth

let folder: string
let zip: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'geoforge-zip-'))
  zip = join(folder, 'pair.zip')
  const files = Object.fromEntries(pair().map((name) => [`pair/${name}`, bytesOf(name)]))
  const litter = { 'pair/readme.pdf': new Uint8Array(8), '__MACOSX/pair/._B02.tif': new Uint8Array(8) }
  writeFileSync(zip, await makeZip({ ...files, ...litter }))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Hectares that the app answers of what is dropped. */
async function answered(
  paths: readonly string[],
  options: OpenOptions = {},
  look?: (app: App) => Promise<void>,
) {
  const app = await openApp(options)
  try {
    await dropFiles(app.page, paths)
    await scenes(app.page).nth(1).waitFor({ timeout: 60_000 })
    expect(await scenes(app.page).count()).toBe(2)
    const [figure] = await figuresOf(await ask(app.page, QUESTION))
    await look?.(app)
    expect(app.errors).toEqual([])
    expect(foreignRequests(app)).toEqual([])
    return hectares(figure!)
  } finally {
    await app.close()
  }
}

describe('a dropped zip of two scenes', () => {
  it('gives the hectares that its files give when they are dropped as they are', async () => {
    const zipped = await answered([zip], {}, async ({ page }) => {
      const list = page.getByRole('list', { name: 'Files that were not taken' })
      expect(await list.getByRole('listitem').allInnerTexts()).toEqual([
        expect.stringMatching(/pair\.zip\s+1 file that is no raster, vector or table was left in the zip/),
      ])
      // What was unpacked is kept: the scenes are whole after a reload.
      await page.reload()
      await scenes(page).nth(1).waitFor({ timeout: 60_000 })
      await mapIsDrawn(page)
      expect(await page.getByText('have lost their file').count()).toBe(0)
    })
    const plain = await answered(pair().map((name) => join(sample, name)))
    expect(zipped).toBe(plain)
    expect(Math.abs(zipped - truth.burned.secondFireHectares)).toBeLessThan(0.05)
  })

  it('gives the same hectares as a tar in gzip, and as one in a zip', async () => {
    const tar = join(folder, 'pair.tar')
    execFileSync('tar', ['-cf', tar, '-C', sample, ...pair()])
    const outer = join(folder, 'outer.zip')
    writeFileSync(outer, await makeZip({ 'pair.tar': new Uint8Array(readFileSync(tar)) }))
    const packed = join(folder, 'bundle.tar.gz')
    writeFileSync(packed, gzipSync(readFileSync(tar)))
    for (const archive of [packed, outer]) {
      expect(Math.abs((await answered([archive])) - truth.burned.secondFireHectares)).toBeLessThan(0.05)
    }
  })

  it('answers where the browser keeps nothing', async () => {
    const zipped = await answered([zip], { siteData: 'denied' })
    expect(Math.abs(zipped - truth.burned.secondFireHectares)).toBeLessThan(0.05)
  })
})

describe('a zip that is cut off', () => {
  it('is refused with what to do, and the app goes on', async () => {
    const app = await openApp()
    try {
      const cut = join(folder, 'cut.zip')
      const whole = readFileSync(zip)
      writeFileSync(cut, whole.subarray(0, whole.length / 2))
      await dropFiles(app.page, [cut])
      const problem = app.page.getByRole('list', { name: 'Files that were not taken' }).getByRole('listitem')
      await problem.waitFor({ timeout: 30_000 })
      expect(await problem.innerText()).toMatch(/cut\.zip[\s\S]*cut off[\s\S]*Needed[\s\S]*To do/)
      await problem.getByRole('button', { name: 'Dismiss: cut.zip' }).click()
      expect(await problem.count()).toBe(0)
      await ask(app.page, 'What data is loaded?')
      expect(app.errors).toEqual([])
    } finally {
      await app.close()
    }
  })
})
