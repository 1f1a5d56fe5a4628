import { throwIfAborted } from '../../lib/abort.ts'
import type { ByteSink } from '../types.ts'

/** Text gathered before it is written. */
const PIECE = 1 << 20

/** Writes features as one GeoJSON feature collection, a piece at a time. Does not close the sink. */
export async function writeGeoJson(
  sink: ByteSink,
  features: Iterable<unknown>,
  signal?: AbortSignal,
): Promise<void> {
  const encoder = new TextEncoder()
  let end = 0
  let text = '{"type":"FeatureCollection","features":['
  const flush = async () => {
    throwIfAborted(signal)
    const bytes = encoder.encode(text)
    await sink.write(end, bytes)
    end += bytes.byteLength
    text = ''
  }
  let isFirst = true
  for (const feature of features) {
    text += `${isFirst ? '' : ','}\n${JSON.stringify(feature)}`
    isFirst = false
    if (text.length > PIECE) await flush()
  }
  text += '\n]}\n'
  await flush()
}
