import { isCrsByHand } from '../../sensing/scene/override.ts'
import type { SceneFacts } from '../../trace/layer.ts'

/** A short hash of plain data: the same for equal content, on every machine. */
export async function hashOf(data: unknown): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(data))
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest.subarray(0, 12), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Tells scenes apart by their pixels and by how these are read: the same files scaled otherwise are other data. */
export function sceneFingerprint(facts: SceneFacts, date: string | null): Promise<string> {
  const bands = facts.bands.map((band) => [
    band.fileFingerprint ?? band.fileId,
    band.bandIndex,
    band.name,
    Number.isNaN(band.scale)
      ? 'raw'
      : [band.scale, band.offset, ...(band.planck ? [band.planck.k1, band.planck.k2] : [])],
    band.nodata,
  ])
  // Where a person put the pixels elsewhere, areas and places differ.
  const place = isCrsByHand(facts) ? [facts.bands[0]?.grid.crs.id] : []
  const numbers = facts.isDecibel ? ['dB'] : []
  return hashOf([date, ...place, ...numbers, ...bands.map((band) => JSON.stringify(band)).sort()])
}
