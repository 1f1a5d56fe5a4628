import { inflateSync } from 'node:zlib'
import { memorySource } from '../../src/raster/blocks.ts'
import type { Grid } from '../../src/raster/grid/grid.ts'
import { wholeWindow, type RasterSource } from '../../src/raster/source.ts'
import { TOOLS } from '../../src/tools/index.ts'
import { isQualityBand, type BandName } from '../../src/trace/port.ts'
import { MemoryContext, runTool } from '../lib/memory-context.ts'
import { isList } from './adapters.ts'
import type { Argument, FileLayer, LayerArgument, Outcome, SceneLayer, Step } from './mapping.ts'

/** A small file of theirs: bands of rows; null and the number `nodata` hold no value. */
export interface BandFile {
  readonly bands: readonly (readonly (readonly (number | null)[])[])[]
  readonly nodata?: number
  /** Set for files that hold no pixels. */
  readonly isOther?: true
}

/** Metres of a pixel. */
const PIXEL = 30
const UTM: Grid['crs'] = {
  id: 'EPSG:32633',
  kind: 'projected',
  name: 'WGS 84 / UTM zone 33N',
  proj4: '+proj=utm +zone=33 +datum=WGS84 +units=m +no_defs',
  metresPerUnit: 1,
}

/** Files of theirs as layers of ours, and the steps done on them. */
export class Workbench {
  readonly done: Outcome[] = []
  private readonly context = new MemoryContext()
  private readonly opened = new Map<string, string>()

  constructor(private readonly files: Readonly<Record<string, BandFile>>) {}

  async perform({ tool: name, args }: Step): Promise<void> {
    const tool = TOOLS.find((each) => each.name === name)
    if (!tool) throw new Error(`there is no tool ${name}`)
    if (name === 'list_data') this.openAll()
    const given = Object.fromEntries(Object.entries(args).map(([key, each]) => [key, this.resolve(each)]))
    const result = await runTool(tool, given, this.context)
    const saved = result.layers?.find(({ kind }) => kind === 'table')
    const png = [...this.context.files].find(([file]) => file.endsWith('.png'))?.[1]
    this.done.push({
      result,
      table: saved ? inOrder(await this.context.table(saved.id), given['layers']) : null,
      picture: png === undefined ? null : pixelsOf(new Uint8Array(await new Response(png).arrayBuffer())),
    })
  }

  /** Pixels of a layer row by row; null for no data. */
  async rows(argument: LayerArgument): Promise<readonly (readonly (number | null)[])[]> {
    const { width, height, read } = await this.source(this.open(argument))
    const values = await read()
    return Array.from({ length: height }, (_, row) =>
      Array.from(values.subarray(row * width, (row + 1) * width), (each) =>
        Number.isNaN(each) ? null : each,
      ),
    )
  }

  private async source(id: string) {
    const source = await this.context.raster(id)
    return { ...source.grid, read: () => source.read(wholeWindow(source.grid)) }
  }

  private resolve(argument: Argument): unknown {
    if (isList(argument)) return argument.map((each) => this.resolve(each))
    if (argument === null || typeof argument !== 'object') return argument
    if ('figureOf' in argument) {
      return this.done[argument.figureOf]?.result.numbers?.find((each) => each.name === argument.name)?.value
    }
    return this.open(argument)
  }

  /** The id of a layer, listed when it is first asked for. */
  private open(argument: LayerArgument): string {
    if ('made' in argument) {
      const layer = this.done[argument.made]?.result.layers?.[argument.layer ?? 0]
      if (!layer) throw new Error(`step ${argument.made} saved no layer ${argument.layer ?? 0}`)
      return layer.id
    }
    const key = JSON.stringify(argument)
    const known = this.opened.get(key)
    if (known !== undefined) return known
    const id = `layer-${this.opened.size + 1}`
    if ('file' in argument) this.addFile(id, argument)
    else this.addScene(id, argument)
    this.opened.set(key, id)
    return id
  }

  private openAll(): void {
    for (const [file, { isOther }] of Object.entries(this.files))
      if (!isOther) this.open({ file, as: 'index' })
  }

  private addFile(
    id: string,
    { file, index = 0, as, meaning, unit, scale = 1, offset = 0 }: FileLayer,
  ): void {
    const change =
      as === 'mask' ? (value: number) => (value === 0 ? 0 : 1) : (value: number) => scale * value + offset
    this.context.addRaster(id, this.band(file, index, change), {
      quantity: as,
      date: dateOf(file),
      ...(meaning === undefined ? {} : { meaning }),
      ...(unit === undefined ? {} : { unit }),
    })
  }

  private addScene(id: string, { bands, quantity, scale = 1 }: SceneLayer): void {
    const entries = Object.entries(bands) as [BandName, string][]
    const sources = entries.map(([name, file]) => {
      const change = isQualityBand(name) ? (value: number) => value : (value: number) => scale * value
      return [name, this.band(file, 0, change)] as const
    })
    this.context.addScene(id, Object.fromEntries(sources), { quantity, date: dateOf(entries[0]![1]) })
  }

  private band(file: string, index: number, change: (value: number) => number): RasterSource {
    const found = this.files[file]
    const rows = found?.bands[index]
    if (!rows) throw new Error(`there is no band ${index} of ${file}`)
    const grid: Grid = {
      width: rows[0]!.length,
      height: rows.length,
      crs: UTM,
      transform: [PIXEL, 0, 500_000, 0, -PIXEL, 5_000_000],
    }
    const values = rows.flat().map((each) => (each === null || each === found.nodata ? NaN : change(each)))
    return memorySource(grid, Float32Array.from(values))
  }
}

/** A date in the name of a file. */
function dateOf(file: string): string | null {
  const found = /(\d{4})[-_](\d{2})[-_](\d{2})/.exec(file)
  return found ? `${found[1]}-${found[2]}-${found[3]}` : null
}

/** Rows of a table about layers in the order that the call names them; ours sorts them by date. */
function inOrder(table: NonNullable<Outcome['table']>, layers: unknown): NonNullable<Outcome['table']> {
  const place = table.columns.findIndex(({ name }) => name === 'layer')
  if (place < 0 || !Array.isArray(layers)) return table
  const at = (row: (typeof table.rows)[number]) => layers.indexOf(row[place])
  return { ...table, rows: [...table.rows].sort((a, b) => at(a) - at(b)) }
}

/** Red, green and blue of a PNG of ours: 8 bits RGBA, each row less the one above. */
function pixelsOf(file: Uint8Array): Outcome['picture'] {
  const view = new DataView(file.buffer, file.byteOffset)
  const [width, height] = [view.getUint32(16), view.getUint32(20)]
  const pieces: Uint8Array[] = []
  for (let at = 8; at < file.length;) {
    const length = view.getUint32(at)
    const name = String.fromCharCode(...file.subarray(at + 4, at + 8))
    if (name === 'IDAT') pieces.push(file.subarray(at + 8, at + 8 + length))
    at += length + 12
  }
  const bytes = inflateSync(Buffer.concat(pieces))
  const stride = 4 * width + 1
  const rows: number[][][] = []
  let above = new Uint8Array(4 * width)
  for (let row = 0; row < height; row++) {
    const line = above.map((each, at) => each + bytes[row * stride + 1 + at]!)
    rows.push(Array.from({ length: width }, (_, col) => [...line.subarray(4 * col, 4 * col + 3)]))
    above = line
  }
  return rows
}
