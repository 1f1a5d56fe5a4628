import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import type { BenchContext, Row } from '../harness/bench.ts'
import { bandPair } from '../lib/band-pair.ts'
import { disagreements, type Figures } from '../lib/pipeline-figures.ts'
import { runInBrowser } from '../lib/run-in-browser.ts'

/** Pixels a side of a Sentinel-2 band of 10 m. */
const SIDE = 10980
/** NDVI above which a pixel belongs to the mask. */
const THRESHOLD = 0.5

interface PeerFigures extends Figures {
  readonly peakMb: number
}

function runPeer(paths: readonly string[]): PeerFigures | null {
  const script = join(import.meta.dirname, '..', 'peers', 'raster.py')
  const ran = spawnSync('python3', [script, ...paths, String(THRESHOLD)], { encoding: 'utf8' })
  return ran.status === 0 ? (JSON.parse(ran.stdout) as PeerFigures) : null
}

const stageRows = (who: string, { stages }: Figures): Row[] =>
  Object.entries(stages).map(([stage, seconds]) => ({ name: `${who} ${stage}`, seconds }))

/** The whole way from two compressed bands to figures, in a browser, beside rasterio, numpy and scipy. */
export const bench = {
  name: 'raster',
  title:
    'NDVI, statistics with percentiles, mask and 8-connected patches of 10980 × 10980 pixels, in Chromium',
  options: {
    side: `pixels a side, ${SIDE} by default`,
    rounds: 'how often both run, in turn; the quickest of each counts, 3 by default',
  },
  aims: [
    { row: 'pipeline', figure: 'ratio_seconds', atMost: 0.5 },
    { row: 'pipeline', figure: 'peak_mb', atMost: 650 },
  ],
  async run({ options, progress, workFolder }: BenchContext): Promise<Row[]> {
    const side = Number(options['side'] ?? SIDE)
    const rounds = Number(options['rounds'] ?? 3)
    const { red, nir } = await bandPair(join(workFolder, 'band-pair'), side, progress)
    let own: { figures: Figures; peakMb: number } | null = null
    let peer: PeerFigures | null = null
    for (let round = 1; round <= rounds; round++) {
      progress(`round ${round} of ${rounds}: GeoForge in Chromium`)
      const { result, peakMb } = await runInBrowser<Figures>({
        page: 'raster',
        files: [red, nir],
        options: { threshold: THRESHOLD },
      })
      if (!own || result.seconds < own.figures.seconds) own = { figures: result, peakMb }
      progress(`round ${round} of ${rounds}: rasterio, numpy and scipy`)
      const ran = runPeer([red, nir])
      if (!ran) progress('python3 with rasterio and scipy is not installed here: no row for it')
      else if (!peer || ran.seconds < peer.seconds) peer = ran
    }
    const { figures, peakMb } = own!
    const pipeline = { name: 'pipeline', seconds: figures.seconds, peak_mb: peakMb }
    if (!peer) return [pipeline, ...stageRows('geoforge', figures)]
    const unlike = disagreements(figures, peer)
    if (unlike.length > 0) {
      throw new Error(`Both ran, but did not find the same: ${unlike.join('; ')}`)
    }
    return [
      {
        ...pipeline,
        peer_seconds: peer.seconds,
        peer_peak_mb: peer.peakMb,
        ratio_seconds: figures.seconds / peer.seconds,
      },
      ...stageRows('geoforge', figures),
      ...stageRows('peer', peer),
    ]
  },
}
