import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import type { Summary } from '../../src/raster/kernels/statistics.ts'
import type { BenchContext, Row } from '../harness/bench.ts'
import { jp2Pair } from '../lib/jp2-pair.ts'
import { runInBrowser } from '../lib/run-in-browser.ts'

/** Pixels a side of a Sentinel-2 band of 10 m. */
const SIDE = 10980
const TILE = 1024

interface Look {
  readonly open: number
  readonly overview: number
  readonly window: number
  readonly painted: number
  readonly first: number
}

interface Ndvi {
  readonly seconds: number
  readonly summary: Omit<Summary, 'nodata'>
}

type Peer = Ndvi & Pick<Look, 'overview' | 'window' | 'first'> & { readonly peakMb: number }

function runPeer(paths: readonly string[], corner: number): Peer | null {
  const script = join(import.meta.dirname, '..', 'peers', 'formats.py')
  const ran = spawnSync('python3', [script, ...paths, String(corner), String(corner)], { encoding: 'utf8' })
  return ran.status === 0 ? (JSON.parse(ran.stdout) as Peer) : null
}

/** Speed counts only where both found the same. */
function assertSame(own: Ndvi & Pick<Look, 'first'>, peer: Peer): void {
  const unlike = (['valid', 'min', 'max', 'mean', 'std'] as const).filter(
    (name) => !(Math.abs(own.summary[name] - peer.summary[name]) <= 1e-6),
  )
  if (unlike.length > 0 || own.first !== peer.first) {
    throw new Error(`Both ran, but did not find the same: ${[...unlike, own.first, peer.first].join('; ')}`)
  }
}

/** A full Sentinel-2 tile as it is handed out, JPEG 2000, in a browser beside GDAL and numpy. */
export const bench = {
  name: 'formats',
  title:
    'Lossless JPEG 2000 of 10980 × 10980 pixels in ESA’s layout: overview, window, NDVI statistics, in Chromium',
  options: {
    side: `pixels a side, ${SIDE} by default`,
    rounds: 'how often both run, in turn; the quickest of each counts, 3 by default',
  },
  aims: [
    { row: 'overview', figure: 'seconds', atMost: 1 },
    { row: 'window', figure: 'seconds', atMost: 0.3 },
    { row: 'ndvi', figure: 'ratio_seconds', atMost: 1.2 },
    { row: 'ndvi', figure: 'peak_mb', atMost: 700 },
  ],
  async run({ options, progress, workFolder }: BenchContext): Promise<Row[]> {
    const side = Number(options['side'] ?? SIDE)
    const rounds = Number(options['rounds'] ?? 3)
    const { red, nir } = await jp2Pair(workFolder, side, progress)
    const corner = Math.floor(side / 2 / TILE) * TILE + 256
    const looks: Look[] = []
    const walks: (Ndvi & { readonly peakMb: number })[] = []
    const peers: Peer[] = []
    for (let round = 1; round <= rounds; round++) {
      progress(`round ${round} of ${rounds}: GeoForge in Chromium`)
      const look = await runInBrowser<Look>({ page: 'formats', files: [red, nir], options: { part: 'look' } })
      if (look.result.painted < 0.9) throw new Error(`only ${look.result.painted} of the overview was drawn`)
      looks.push(look.result)
      const walk = await runInBrowser<Ndvi>({ page: 'formats', files: [red, nir], options: { part: 'ndvi' } })
      walks.push({ ...walk.result, peakMb: walk.peakMb })
      progress(`round ${round} of ${rounds}: GDAL and numpy`)
      const peer = runPeer([red, nir], corner)
      if (!peer) progress('python3 with rasterio is not installed here: no figures of it')
      else peers.push(peer)
      if (peer) assertSame({ ...walk.result, first: look.result.first }, peer)
    }
    const least = <Run>(runs: readonly Run[], of: (run: Run) => number) => Math.min(...runs.map(of))
    const row = (name: string, own: number, peer: (run: Peer) => number): Row => {
      const peerSeconds = least(peers, peer)
      return {
        name,
        seconds: own,
        ...(peers.length > 0 && { peer_seconds: peerSeconds, ratio_seconds: own / peerSeconds }),
      }
    }
    return [
      { name: 'open', seconds: least(looks, ({ open }) => open) },
      row(
        'overview',
        least(looks, ({ overview }) => overview),
        ({ overview }) => overview,
      ),
      row(
        'window',
        least(looks, ({ window }) => window),
        ({ window }) => window,
      ),
      {
        ...row(
          'ndvi',
          least(walks, ({ seconds }) => seconds),
          ({ seconds }) => seconds,
        ),
        peak_mb: Math.max(...walks.map(({ peakMb }) => peakMb)),
        ...(peers.length > 0 && { peer_peak_mb: Math.max(...peers.map(({ peakMb }) => peakMb)) }),
      },
    ]
  },
}
