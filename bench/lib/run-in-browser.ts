import { setTimeout as wait } from 'node:timers/promises'
import { openBenchPage } from './bench-page.ts'
import { browserMemory, watchPeak } from './browser-memory.ts'

export interface BrowserRun<Result> {
  readonly result: Result
  /** Of the whole browser with the page open and nothing done, and the most it held over that; NaN where unknown. */
  readonly idleMb: number
  readonly peakMb: number
}

const LOOK_MS = 500

/** Runs a page of bench/pages. It sets `window.run(options)`, whose result is plain data. */
export async function runInBrowser<Result>(given: {
  readonly page: string
  readonly files: readonly string[]
  readonly options: unknown
}): Promise<BrowserRun<Result>> {
  const { page, profile, close } = await openBenchPage(given.page, given.files)
  try {
    // What the start itself took is given back.
    await wait(2000)
    const idleMb = browserMemory(profile) ?? NaN
    const peak = watchPeak(() => browserMemory(profile), LOOK_MS)
    const result = await page.evaluate(
      (options) => (window as unknown as { run(options: unknown): Promise<unknown> }).run(options),
      given.options,
    )
    return { result: result as Result, idleMb, peakMb: (peak() ?? NaN) - idleMb }
  } finally {
    await close()
  }
}
