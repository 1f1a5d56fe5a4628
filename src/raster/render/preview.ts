import { wholeWindow } from '../source.ts'
import type { RasterSource } from '../source.ts'

/** A whole source at a small size. */
export interface Preview {
  readonly data: Float32Array
  readonly width: number
  readonly height: number
  /** Source pixels for one of its pixels, along the longer side. */
  readonly coarsening: number
}

/** Long side of a preview: two screens of map tiles, 4 MB. */
const LONG_SIDE = 1024
/** Kept at once, the longest unused one goes first: 24 bands are 100 MB at most. */
const KEPT = 24

/**
 * Previews by key, each read once. A file without overviews has to be decoded whole for any small picture of it;
 * with the preview that happens once and not for each tile.
 */
export class PreviewCache {
  private readonly previews = new Map<string, Promise<Preview>>()

  constructor(private readonly elder?: PreviewCache) {}

  /** Where this one is full, one for a passing look: it takes what lies here, and puts nothing of here out. */
  aside(): PreviewCache {
    return this.previews.size < KEPT ? this : new PreviewCache(this)
  }

  get(key: string, source: RasterSource): Promise<Preview> {
    const known = this.previews.get(key) ?? this.elder?.previews.get(key)
    const preview = known ?? readPreview(source)
    this.previews.delete(key)
    this.previews.set(key, preview)
    if (!known) {
      preview.catch(() => this.previews.delete(key))
      const [oldest] = this.previews.keys()
      if (this.previews.size > KEPT && oldest !== undefined) this.previews.delete(oldest)
    }
    return preview
  }

  /** Forgets what begins with `prefix`. */
  forget(prefix: string): void {
    for (const key of this.previews.keys()) if (key.startsWith(prefix)) this.previews.delete(key)
  }
}

async function readPreview(source: RasterSource): Promise<Preview> {
  const { width, height } = source.grid
  const coarsening = Math.max(1, Math.max(width, height) / LONG_SIDE)
  const size = {
    width: Math.max(1, Math.round(width / coarsening)),
    height: Math.max(1, Math.round(height / coarsening)),
  }
  const data = await source.read(wholeWindow(source.grid), { size, resampling: 'nearest' })
  return { data, ...size, coarsening }
}
