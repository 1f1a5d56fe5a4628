import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { folderResults } from '../../src/io/node/folder-results.ts'
import { writeGeoTiff } from '../../src/io/write/write-geotiff.ts'
import type { BenchContext, Row } from '../harness/bench.ts'
import { runInBrowser } from '../lib/run-in-browser.ts'
import { syntheticSource } from '../lib/synthetic.ts'

const SIDES = [1000, 2000, 5000, 10_000, 20_000]
const FILE_SIDE = 25_000
const THRESHOLD = 0.6
/** Each size is run this often, in a process of its own; the quickest time and the smallest peak count. */
const ROUNDS = 3

interface Run {
  readonly seconds: number
  readonly cpuSeconds: number
  readonly peakMb: number
}

function runAlone(side: number): Run {
  const script = join(import.meta.dirname, '..', 'lib', 'growth-run.ts')
  const ran = spawnSync(process.execPath, ['--import', 'tsx', script, String(side)], { encoding: 'utf8' })
  if (ran.status !== 0) throw new Error(`The run of ${side} pixels a side failed: ${ran.stderr}`)
  return JSON.parse(ran.stdout) as Run
}

/**
 * The line `start + slope · size` with the least squares of its distances as shares of the times, and the largest of
 * those shares: 0 where time is linear in size.
 */
function straightLine(
  sizes: readonly number[],
  times: readonly number[],
): { readonly start: number; readonly slope: number; readonly off: number } {
  // Divided by its time, each point says start · (1 / time) + slope · (size / time) = 1.
  const [a, b] = [times.map((time) => 1 / time), times.map((time, place) => sizes[place]! / time)]
  const dot = (first: readonly number[], second: readonly number[]) =>
    first.reduce((sum, value, place) => sum + value * second[place]!, 0)
  const ones = times.map(() => 1)
  const determinant = dot(a, a) * dot(b, b) - dot(a, b) ** 2
  const start = (dot(a, ones) * dot(b, b) - dot(b, ones) * dot(a, b)) / determinant
  const slope = (dot(b, ones) * dot(a, a) - dot(a, ones) * dot(a, b)) / determinant
  const off = times.map((time, place) => Math.abs(start + slope * sizes[place]! - time) / time)
  return { start, slope, off: Math.max(...off) }
}

/** A float32 file without overviews, as large as it sounds: not compressed. */
async function largeFile(folder: string, side: number): Promise<string> {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `float32-${side}.tif`)
  if (existsSync(path)) return path
  const sink = await folderResults(folder).create('float32.part')
  await writeGeoTiff(sink, syntheticSource(side), {
    sampleType: 'float32',
    nodata: null,
    compression: 'none',
  })
  await sink.close()
  renameSync(join(folder, 'float32.part'), path)
  return path
}

interface LargeRun {
  readonly open: number
  readonly draw: number
  readonly closer: number
  readonly analyse: number
  readonly painted: number
}

/** Time and memory by size: statistics with percentiles, mask and patches of rasters that are made as they are read. */
export const bench = {
  name: 'growth',
  title: 'One walk over rasters of growing size, and a float32 file of 25,000 × 25,000 pixels in Chromium',
  options: {
    file: 'no leaves the large file out',
  },
  aims: [
    { row: 'growth', figure: 'off_line', atMost: 0.1 },
    { row: 'growth', figure: 'peak_mb_spread', atMost: 1.1 },
  ],
  async run({ options, progress, workFolder }: BenchContext): Promise<Row[]> {
    const rows: Row[] = []
    const [times, costs, peaks]: [number[], number[], number[]] = [[], [], []]
    for (const side of SIDES) {
      const runs: Run[] = []
      for (let round = 1; round <= ROUNDS; round++) {
        progress(`${side} pixels a side, round ${round} of ${ROUNDS}`)
        runs.push(runAlone(side))
      }
      const seconds = Math.min(...runs.map((run) => run.seconds))
      const cpu = Math.min(...runs.map((run) => run.cpuSeconds))
      const peak = Math.min(...runs.map((run) => run.peakMb))
      const cost = (seconds * 1e9) / side ** 2
      times.push(seconds)
      costs.push(cost)
      peaks.push(peak)
      rows.push({ name: `${side} a side`, seconds, cpu_seconds: cpu, ns_per_pixel: cost, peak_mb: peak })
    }
    const spread = (values: readonly number[]) => Math.max(...values) / Math.min(...values)
    const line = straightLine(
      SIDES.map((side) => side ** 2),
      times,
    )
    rows.push({
      name: 'growth',
      start_ms: line.start * 1000,
      ns_per_pixel: line.slope * 1e9,
      off_line: line.off,
      ns_per_pixel_spread: spread(costs),
      peak_mb_spread: spread(peaks),
    })
    if (options['file'] === 'no') return rows
    progress(`writing a file of ${FILE_SIDE} pixels a side`)
    const path = await largeFile(join(workFolder, 'large-file'), FILE_SIDE)
    progress('opening, drawing and walking over it in Chromium')
    const { result, peakMb } = await runInBrowser<LargeRun>({
      page: 'large',
      files: [path],
      options: { threshold: THRESHOLD },
    })
    if (result.painted < 1) throw new Error(`Only ${result.painted} of the picture was drawn.`)
    const { open, draw, closer, analyse } = result
    rows.push({
      name: 'large file',
      peak_mb: peakMb,
      open_seconds: open,
      draw_seconds: draw,
      closer_seconds: closer,
      seconds: analyse,
    })
    return rows
  },
}
