import { expect, it } from 'vitest'
import type { Seen } from './hdf5-worker.ts'

type Told = Readonly<Record<string, Readonly<Record<string, readonly number[]>>>>

const fetched = async (path: string) => fetch(new URL(`../fixtures/cf/${path}`, import.meta.url))

async function readInWorker(blob: Blob, name: string): Promise<readonly Seen[]> {
  const worker = new Worker(new URL('./hdf5-worker.ts', import.meta.url), { type: 'module' })
  try {
    return await new Promise((resolve, reject) => {
      worker.onerror = ({ message }) => reject(new Error(message))
      worker.onmessage = ({ data }: MessageEvent<readonly Seen[] | string>) =>
        typeof data === 'string' ? reject(new Error(data)) : resolve(data)
      worker.postMessage({ blob, name })
    })
  } finally {
    worker.terminate()
  }
}

it(
  'NetCDF-4 is read by ranges of a Blob in a worker that refuses code from strings',
  { timeout: 30_000 },
  async () => {
    const told = (await (await fetched('files.json')).json()) as Told
    const blob = await (await fetched('months.nc')).blob()
    // Bytes after the end of what the file holds are never asked for.
    const seen = await readInWorker(new Blob([blob, new Uint8Array(4_000_000)]), 'months.nc')
    const series = told['months.nc']!.ndvi!.map((value) => (value < -2000 || value > 10000 ? NaN : value))
    const january = seen.find(({ part }) => part === '2020-01-15')!
    expect(january.values).toEqual(series.slice(0, 600))
    expect(january.tried).toEqual([])
    expect(seen.at(-1)!.read).toBeGreaterThan(0)
    expect(seen.at(-1)!.read).toBeLessThan(1_000_000)
  },
)
