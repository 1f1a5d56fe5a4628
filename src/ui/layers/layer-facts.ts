import type { RasterClient } from '../../bridge/index.ts'
import type { LayerAbout } from '../../trace/data.ts'
import type { Layer, LayerId, StyleRange } from '../../trace/layer.ts'
import type { TableOrder, TableView } from '../../trace/table.ts'
import { Thumbnails } from './thumbnails.ts'

/** What the raster worker tells of layers when it is asked; what cannot be had is null or empty, and the page goes on. */
export class LayerFacts {
  readonly #raster: RasterClient
  readonly #thumbnails: Thumbnails

  constructor(raster: RasterClient) {
    this.#raster = raster
    this.#thumbnails = new Thumbnails(raster)
  }

  /** A small picture; null too where it is not wanted any more when its turn comes. */
  thumbnail(layer: Layer, isWanted: () => boolean): Promise<ImageBitmap | null> {
    return this.#thumbnails.get(layer, isWanted)
  }

  /** What the headers of its files say. */
  about(id: LayerId): Promise<LayerAbout | null> {
    return this.#raster.about(id).catch(() => null)
  }

  /** The values between which the colours are spread now. */
  ranges({ id, style }: Layer): Promise<readonly StyleRange[]> {
    return this.#raster.ranges(id, style).catch(() => [])
  }

  /** The first rows of a table. */
  table(id: LayerId, order: TableOrder): Promise<TableView | null> {
    return this.#raster.table(id, order).catch(() => null)
  }
}
