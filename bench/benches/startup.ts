import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { ask, dropFiles, loadSample, mapIsDrawn, scenes } from '../../scripts/lib/app-actions.ts'
import { openApp } from '../../scripts/lib/open-app.ts'
import type { BenchContext, Row } from '../harness/bench.ts'
import { bandPair } from '../lib/band-pair.ts'
import { buildSite } from '../lib/built-site.ts'
import { firstScriptsKb } from '../lib/first-scripts.ts'
import { longestTask, scriptPerFrame, type LongestTask, type ScriptPerFrame } from '../lib/main-thread.ts'
import { percentile } from '../lib/percentile.ts'
import { wholeNumber } from '../lib/whole-number.ts'

/** Pixels a side of a Sentinel-2 band of 10 m. */
const SIDE = 10980
const SAMPLE_QUESTION = 'How many hectares burned?'
const TILE_QUESTION = 'What is the mean NDVI of the scene?'

interface Cold {
  /** From the first request to a start that can be acted on: a sample that can be loaded, and behind it a box for questions. */
  readonly usable: number
  /** From there to the sample's scenes in the list, and from the question to the answer. */
  readonly sample: number
  readonly answer: number
}

/** How long the app takes until it can be used, and how its main thread fares while a whole tile is analysed and moved. */
export const bench = {
  name: 'startup',
  title: 'The built app from an empty profile, and its main thread over a full Sentinel-2 tile',
  options: {
    rounds: 'how often it is opened anew; the middle one counts, 5 by default',
    side: `pixels a side of the tile, ${SIDE} by default`,
  },
  aims: [
    { row: 'cold', figure: 'seconds', atMost: 1.5 },
    { row: 'cold', figure: 'first_js_kb', atMost: 200 },
    { row: 'analysis', figure: 'longest_task_ms', atMost: 50 },
    { row: 'pan', figure: 'script_ms_per_frame', atMost: 8 },
  ],
  async run({ options, progress, workFolder }: BenchContext): Promise<Row[]> {
    const rounds = wholeNumber('rounds', options['rounds'] ?? '5')
    const side = wholeNumber('side', options['side'] ?? String(SIDE))
    const site = mkdtempSync(join(tmpdir(), 'geoforge-site-'))
    try {
      progress('building the app')
      await buildSite(site)
      const colds: Cold[] = []
      for (let round = 1; round <= rounds; round++) {
        progress(`start ${round} of ${rounds}`)
        colds.push(await coldStart(site))
      }
      const middle = (of: (cold: Cold) => number) => percentile(colds.map(of), 0.5)
      const tile = await tileFiles(join(workFolder, 'band-pair'), side, progress)
      progress('a whole tile: dropped, drawn, moved and analysed')
      const { steps, pan } = await overTile(site, tile)
      return [
        { name: 'cold', seconds: middle(({ usable }) => usable), first_js_kb: firstScriptsKb(site), rounds },
        { name: 'sample', seconds: middle(({ sample }) => sample) },
        { name: 'first answer', seconds: middle(({ answer }) => answer) },
        ...steps.map(({ step, longest, seconds }): Row => ({
          ...{ name: step, seconds },
          ...{ longest_task_ms: longest.processorMs, longest_task_clock_ms: longest.clockMs },
        })),
        {
          name: 'pan',
          script_ms_per_frame: pan.meanMs,
          script_ms_per_frame_p95: pan.p95Ms,
          frames: pan.frames,
          longest_task_ms: pan.processorMs,
          longest_task_clock_ms: pan.clockMs,
        },
      ]
    } finally {
      rmSync(site, { recursive: true, force: true })
    }
  },
}

/** In a browser of its own with an empty profile, from a local static server. */
async function coldStart(site: string): Promise<Cold> {
  const app = await openApp({ folder: site, path: 'icon.svg' })
  try {
    const { page } = app
    const begun = performance.now()
    await page.goto(app.url, { waitUntil: 'commit' })
    await page.getByRole('button', { name: 'Load the sample' }).and(page.locator(':enabled')).waitFor()
    // It lies behind the start, where no role is seen.
    await page.locator('textarea:enabled').waitFor({ state: 'attached' })
    const usable = performance.now()
    await loadSample(page)
    const loaded = performance.now()
    await ask(page, SAMPLE_QUESTION)
    const answered = performance.now()
    return {
      usable: (usable - begun) / 1000,
      sample: (loaded - usable) / 1000,
      answer: (answered - loaded) / 1000,
    }
  } finally {
    await app.close()
  }
}

/** Both bands under names by which the app knows them for one Sentinel-2 scene. */
async function tileFiles(
  folder: string,
  side: number,
  progress: (note: string) => void,
): Promise<readonly string[]> {
  const { red, nir } = await bandPair(folder, side, progress)
  const named = join(folder, `scene-${side}`)
  mkdirSync(named, { recursive: true })
  return (
    [
      [red, 'B04'],
      [nir, 'B08'],
    ] as const
  ).map(([from, band]) => {
    const to = join(named, `T33TWN_20230617T100031_${band}_10m.tif`)
    copyFileSync(from, to)
    return to
  })
}

interface Step {
  readonly step: string
  readonly longest: LongestTask
  readonly seconds: number
}

async function overTile(
  site: string,
  files: readonly string[],
): Promise<{ readonly steps: readonly Step[]; readonly pan: ScriptPerFrame }> {
  const app = await openApp({ folder: site })
  try {
    const { page } = app
    // Until the start's own work is over.
    await page.waitForTimeout(6000)
    const timed = async (step: string, work: () => Promise<unknown>): Promise<Step> => {
      let seconds = NaN
      const longest = await longestTask(page, async () => {
        const begun = performance.now()
        await work()
        seconds = (performance.now() - begun) / 1000
      })
      return { step, longest, seconds }
    }
    const steps = [
      await timed('drop', async () => {
        await dropFiles(page, files)
        await scenes(page).first().waitFor({ timeout: 120_000 })
        await mapIsDrawn(page)
      }),
      await timed('pan and zoom', () => moveMap(page)),
      await timed('analysis', async () => {
        const over = new AbortController()
        const answer = ask(page, TILE_QUESTION).finally(() => over.abort())
        while (!over.signal.aborted) await moveMap(page)
        const run = await answer
        const text = await run.getByRole('region', { name: 'Answer' }).innerText()
        if (!/\d/.test(text)) throw new Error(`The tile was not analysed: ${text}`)
      }),
    ]
    const pan = await scriptPerFrame(page, async () => {
      for (let round = 0; round < 4; round++) await moveMap(page)
    })
    return { steps, pan }
  } finally {
    await app.close()
  }
}

/** Drags the map to and fro and zooms in and out, as a person does, at 60 moves a second. */
async function moveMap(page: Page): Promise<void> {
  const box = await page.getByRole('application', { name: /^Map/ }).boundingBox()
  if (!box) throw new Error('The map is not on the page.')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.wheel(0, -400)
  await page.mouse.down()
  for (let move = 0; move < 60; move++) {
    await page.mouse.move(x + 180 * Math.sin(move / 9), y + 120 * Math.cos(move / 7))
    await page.waitForTimeout(16)
  }
  await page.mouse.up()
  await page.mouse.wheel(0, 400)
  await page.waitForTimeout(300)
}
