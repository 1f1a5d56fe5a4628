import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import type { BenchContext, Row } from '../harness/bench.ts'

const SIDE = 2000
const DATES = 100
const TOOLS = [
  'trend_map',
  'mann_kendall_map',
  'sens_slope_map',
  'anomaly_map',
  'temporal_statistics_map',
  'seasonal_amplitude_map',
  'change_date_map',
]

interface Run {
  readonly seconds: number
  readonly cpuSeconds: number
  readonly told: number
  readonly peakMb: number
}

function runAlone(tool: string, dates: number, folder: string): Run {
  const script = join(import.meta.dirname, '..', 'lib', 'pixel-series-run.ts')
  const args = ['--import', 'tsx', script, tool, String(dates), String(SIDE), folder]
  const ran = spawnSync(process.execPath, args, { encoding: 'utf8' })
  if (ran.status !== 0) throw new Error(`The run of ${tool} failed: ${ran.stderr}`)
  return JSON.parse(ran.stdout) as Run
}

/** Time and memory of tools over series of pixels: all dates at once would be 1.6 GB. */
export const bench = {
  name: 'pixel-series',
  title: `Tools over ${DATES} dates of ${SIDE} × ${SIDE} pixels, each in a process of its own`,
  options: {
    tool: 'one tool by name, instead of all',
  },
  aims: TOOLS.map((row) => ({ row, figure: 'peak_mb', atMost: 400 })),
  run({ options, progress, workFolder }: BenchContext): Promise<Row[]> {
    const { tool: only } = options
    const tools = only === undefined ? TOOLS : [only]
    const rows = tools.map((tool): Row => {
      progress(`${tool} over ${DATES} dates`)
      const { seconds, cpuSeconds, told, peakMb } = runAlone(tool, DATES, join(workFolder, 'pixel-series'))
      const pixels = DATES * SIDE ** 2
      return {
        name: tool,
        seconds,
        cpu_seconds: cpuSeconds,
        ns_per_value: (cpuSeconds * 1e9) / pixels,
        peak_mb: peakMb,
        progress_steps: told,
      }
    })
    return Promise.resolve(rows)
  },
}
