import { AppError } from '../../lib/errors.ts'
import { openRaster, type RasterFile } from '../../io/read/open-raster.ts'
import type { ResultFiles } from '../../io/types.ts'
import type { RasterSource } from '../../raster/source.ts'
import type { Layer } from '../../trace/layer.ts'
import type { Table } from '../../trace/table.ts'
import type { FeatureCollection } from '../tool.ts'

/** Opens results for reading and keeps them open until they are dropped. */
export class StoredResults {
  readonly #files: ResultFiles
  readonly #open = new Map<string, Promise<RasterFile>>()

  constructor(files: ResultFiles) {
    this.#files = files
  }

  async source(layer: Layer): Promise<RasterSource> {
    const name = fileOf(layer, 'raster')
    let opening = this.#open.get(name)
    if (!opening) {
      opening = this.#files.open(name).then((bytes) => openRaster(bytes, name))
      this.#open.set(name, opening)
      // A failed opening must not be remembered: the next try may find the file.
      opening.catch(() => this.#open.delete(name))
    }
    const raster = await opening
    const band = raster.header.bands[0]
    return raster.source(0, { scale: 1, offset: 0, nodata: band?.nodata ?? null })
  }

  features(layer: Layer): Promise<FeatureCollection> {
    return this.#parsed<FeatureCollection>(fileOf(layer, 'vector'))
  }

  table(layer: Layer): Promise<Table> {
    return this.#parsed<Table>(fileOf(layer, 'table'))
  }

  /** A result that was written as JSON by a run of ours. */
  async #parsed<Content>(name: string): Promise<Content> {
    const bytes = await this.#files.open(name)
    try {
      const content = await bytes.read(0, bytes.size)
      return JSON.parse(new TextDecoder().decode(content)) as Content
    } finally {
      await bytes.close?.()
    }
  }

  /** Closes and deletes. */
  async remove(name: string): Promise<void> {
    const opening = this.#open.get(name)
    this.#open.delete(name)
    await opening?.then(
      (raster) => raster.close(),
      () => undefined,
    )
    await this.#files.remove(name)
  }

  async close(): Promise<void> {
    const open = [...this.#open.values()]
    this.#open.clear()
    for (const raster of await Promise.allSettled(open)) {
      if (raster.status === 'fulfilled') await raster.value.close()
    }
  }
}

function fileOf(layer: Layer, kind: Layer['kind']): string {
  if (layer.kind !== kind || layer.storage.where !== 'results') {
    throw new AppError('invalid_input', `${layer.id} is a ${layer.kind}; a ${kind} is needed here`, {
      layer: layer.id,
    })
  }
  return layer.storage.file
}
