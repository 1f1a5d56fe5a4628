import { isAppError } from '../src/lib/errors.ts'
import { blobBytes } from '../src/io/read/bytes.ts'
import type { DroppedFile } from '../src/bridge/api.ts'
import {
  collectOrphans,
  copyIn,
  filesOf,
  hasRoomFor,
  LayerRecords,
  OpfsFiles,
  RecipeRecords,
} from '../src/store/index.ts'
import { TOOLS } from '../src/tools/index.ts'
import { Workspace } from '../src/tools/workspace.ts'
import type { AddResult, FileProblem, SceneOverride } from '../src/trace/data.ts'
import type { Layer, LayerId, LayerStyle } from '../src/trace/layer.ts'
import type { ListedRecipe, Recipe } from '../src/trace/recipe.ts'
import type { StoreParts } from './open-store.ts'
import { isArchive, unpackArchives, type GivenDrop } from '../src/tools/workspace/unpack-archives.ts'

interface AddOptions {
  readonly signal: AbortSignal
  readonly progress: (fraction: number, note: string) => void
}

/** What archives may unpack to where files are held in memory, because the browser keeps none. */
const VISIT_BYTES = 256 << 20
/** Of the whole way in, where there are archives. */
const UNPACK_SHARE = 0.7
/** Reading headers is quick beside copying the files. */
const HEADERS_SHARE = 0.3

/** The workspace of this tab and what keeps it: records in the database, results and dropped files in OPFS. */
export class DataRoom {
  workspace: Workspace
  /** Files that are there for this session only: no room was left to copy them. */
  private readonly sessionFiles = new Map<string, DroppedFile>()
  private adding: Promise<unknown> = Promise.resolve()
  private reloading: Promise<void> = Promise.resolve()
  private reloadIsDue = false
  /** Layers and files as the last reload found them stored. */
  private lastRead = ''

  static async open(parts: StoreParts): Promise<DataRoom> {
    const { gate } = parts
    const [results, dropped] = await Promise.all([parts.folder('results'), parts.folder('files')])
    return new DataRoom(
      parts,
      new OpfsFiles({ folder: results, gate, toBytes: blobBytes }),
      new OpfsFiles({ folder: dropped, gate, toBytes: blobBytes }),
    )
  }

  private constructor(
    private readonly parts: StoreParts,
    readonly results: OpfsFiles,
    private readonly dropped: OpfsFiles,
  ) {
    this.workspace = this.emptyWorkspace()
    // A reading tab follows what the writer does; the writer knows.
    parts.announcer.listen((change) => {
      if (change === 'layers' && !parts.gate.writable)
        this.reload().catch(() => undefined /* the next change tries again */)
    })
  }

  private get records(): LayerRecords {
    return new LayerRecords(this.parts)
  }

  private get kept(): RecipeRecords {
    return new RecipeRecords(this.parts)
  }

  /** Becomes the writer, which first clears up what a crash left, or a reader; reads what is stored either way. */
  async become(writable: boolean): Promise<void> {
    this.parts.gate.set(writable)
    if (writable) await this.clearUp()
    await this.reload()
  }

  /** The layers as they are stored now; a reading tab first takes up what the writer has changed. */
  async layers(): Promise<readonly Layer[]> {
    if (!this.parts.gate.writable) await this.catchUp()
    return this.workspace.layers()
  }

  /** Adds dropped files and copies those that layers use; one import at a time. */
  add(files: readonly DroppedFile[], options: AddOptions): Promise<AddResult> {
    const turn = this.adding.then(() => this.addNow(files, options))
    this.adding = turn.catch(() => undefined)
    return turn
  }

  async override(id: LayerId, change: SceneOverride): Promise<Layer> {
    await this.parts.gate.assertWritable()
    const before = Object.keys(this.workspace.overrides())
    const layer = await this.workspace.override(id, change)
    const overrides = this.workspace.overrides()
    const gone = before.filter((fingerprint) => !(fingerprint in overrides))
    if (gone.length > 0) await this.records.removeOverrides(gone)
    await this.records.putOverrides(overrides)
    return layer
  }

  async restyle(id: LayerId, style: LayerStyle | null): Promise<Layer> {
    await this.parts.gate.assertWritable()
    return this.workspace.restyle(id, style)
  }

  async remove(id: LayerId): Promise<void> {
    await this.parts.gate.assertWritable()
    await this.workspace.remove(id)
  }

  /** Recipes as they are stored now; a reading tab takes up what the writer has changed. */
  async recipes(): Promise<readonly ListedRecipe[]> {
    const kept = await this.kept.list()
    if (!this.parts.gate.writable) this.workspace.restoreRecipes(kept.map(({ recipe }) => recipe))
    return kept.map((each) => ({ ...each, unusable: this.workspace.whyUnusable(each.recipe.name) }))
  }

  /** What cannot be stored is no tool either. */
  async saveRecipe(recipe: Recipe, title: string): Promise<void> {
    await this.parts.gate.assertWritable()
    this.workspace.addRecipe(recipe)
    try {
      await this.kept.add({ recipe, title: title.trim().slice(0, TITLE_LENGTH), createdAt: Date.now() })
    } catch (error) {
      this.workspace.removeRecipe(recipe.name)
      throw error
    }
  }

  async removeRecipe(name: string): Promise<void> {
    await this.kept.remove(name)
    this.workspace.removeRecipe(name)
  }

  private async addNow(files: readonly DroppedFile[], { signal, progress }: AddOptions): Promise<AddResult> {
    await this.parts.gate.assertWritable()
    const before = this.workspace.layers()
    const ids: string[] = []
    const unpackShare = files.some(isArchive) ? UNPACK_SHARE : 0
    const later = (fraction: number, note: string) =>
      progress(unpackShare + (1 - unpackShare) * fraction, note)
    try {
      const { files: given, problems } = await unpackArchives(files, {
        store: this.dropped,
        hasRoom: (bytes) =>
          this.parts.keeps === 'everything' ? hasRoomFor(bytes) : Promise.resolve(bytes <= VISIT_BYTES),
        signal,
        progress: (fraction, note) => progress(unpackShare * fraction, note),
        onId: (id) => ids.push(id),
      })
      const result = await this.workspace.addFiles(
        given.map(({ id, name, file }) => ({ id, name, bytes: blobBytes(file) })),
        { signal, progress: (fraction, note) => later(fraction * HEADERS_SHARE, note) },
      )
      const used = new Set(this.workspace.layers().flatMap(filesOf))
      const notKept = await this.keep(
        given.filter(({ id }) => used.has(id)),
        { signal, progress: later },
      )
      const unused = given.filter(({ id, isStored }) => isStored && !used.has(id)).map(({ id }) => id)
      await this.dropUnused([...(await this.records.removeUnusedFiles()), ...unused])
      return { layers: result.layers, problems: [...problems, ...result.problems, ...notKept] }
    } catch (error) {
      await this.takeBack(ids, before).catch(() => undefined /* the next start clears up */)
      throw error
    }
  }

  /** Copies files into OPFS while there is room, and says which are not kept; not where none are, which the page says once. */
  private async keep(
    files: readonly GivenDrop[],
    { signal, progress }: AddOptions,
  ): Promise<AddResult['problems']> {
    const total = files.reduce((sum, { file }) => sum + file.size, 0)
    const notKept: FileProblem[] = []
    let done = 0
    for (const { id, name, file, isStored } of files) {
      const report = (bytes: number) =>
        progress(
          HEADERS_SHARE + (1 - HEADERS_SHARE) * ((done + bytes) / Math.max(1, total)),
          'keeping a copy',
        )
      const offered = this.parts.keeps === 'everything'
      const kept = offered && (isStored || (await this.copy(id, file, { signal, progress: report })))
      if (!kept) this.sessionFiles.set(id, { name, file })
      if (!kept && offered) notKept.push({ fileName: name, message: NOT_KEPT, code: 'storage_full' })
      await this.records.putFiles([{ id, name, size: file.size, kept, addedAt: Date.now() }])
      done += file.size
    }
    return notKept
  }

  /** False where there is no room. Other failures, a stop among them, are thrown. */
  private async copy(
    id: string,
    file: Blob,
    options: { readonly signal: AbortSignal; readonly progress: (bytes: number) => void },
  ): Promise<boolean> {
    if (!(await hasRoomFor(file.size))) return false
    try {
      await copyIn(this.dropped, id, file, options)
      return true
    } catch (error) {
      if (isAppError(error) && error.code === 'storage_full') return false
      throw error
    }
  }

  /** Leaves nothing of an import that failed or was stopped. */
  private async takeBack(fileIds: readonly string[], before: readonly Layer[]): Promise<void> {
    await this.workspace.takeBack(fileIds, before)
    await this.dropUnused([...(await this.records.removeUnusedFiles()), ...fileIds])
  }

  private async clearUp(): Promise<void> {
    const layers = await this.records.list()
    const unused = await this.records.removeUnusedFiles()
    const files = new Set((await this.records.files()).map(({ id }) => id))
    await this.dropUnused(unused)
    await collectOrphans(this.dropped, (name) => files.has(name))
    await collectOrphans(this.results, (name) => layers.some((layer) => ownsResult(layer, name)))
  }

  /** One after another; what is asked for while one waits is that one. */
  private reload(): Promise<void> {
    if (!this.reloadIsDue) {
      this.reloadIsDue = true
      const before = this.reloading.catch(() => undefined)
      this.reloading = before.then(() => {
        this.reloadIsDue = false
        return this.reloadNow()
      })
    }
    return this.reloading
  }

  /** The page may ask before this worker has heard of a change, so the records themselves are looked at. */
  private async catchUp(): Promise<void> {
    await this.reloading
    const [layers, files] = await Promise.all([this.records.list(), this.records.files()])
    if (JSON.stringify([layers, files]) !== this.lastRead) await this.reload()
  }

  private async reloadNow(): Promise<void> {
    const [layers, stored, overrides, kept] = await Promise.all([
      this.records.list(),
      this.records.files(),
      this.records.overrides(),
      this.kept.list(),
    ])
    this.lastRead = JSON.stringify([layers, stored])
    const files = await Promise.all(
      stored.map(async ({ id, name, kept }) => {
        const blob =
          this.sessionFiles.get(id)?.file ?? (kept ? await this.dropped.blob(id).catch(() => null) : null)
        return blob ? [{ id, name, bytes: blobBytes(blob) }] : []
      }),
    )
    const workspace = this.emptyWorkspace()
    await workspace.restore(layers, files.flat(), { overrides })
    workspace.restoreRecipes(kept.map(({ recipe }) => recipe))
    const before = this.workspace
    this.workspace = workspace
    await before.close()
  }

  private async dropUnused(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      this.sessionFiles.delete(id)
      await this.dropped.remove(id)
    }
  }

  private emptyWorkspace(): Workspace {
    return new Workspace({
      results: this.results,
      tools: TOOLS,
      onLayer: (layer) => this.records.put(layer),
      onRemove: async (id) => this.dropUnused(await this.records.remove(id)),
    })
  }
}

/** Characters of the title that a person gives a recipe. */
const TITLE_LENGTH = 120

const NOT_KEPT =
  'there is no room to keep a copy: it can be used until this page is closed and has to be given again after that'

/** A result's own file, or one exported from the layer: 'burned-2019-08-25-layer-3.tif' comes from layer-3. */
function ownsResult({ id, storage }: Layer, name: string): boolean {
  if (storage.where === 'results' && storage.file === name) return true
  return name.replace(/(\.[a-z0-9]+)+$/, '').endsWith('-' + id)
}
