import { AppError } from '../../lib/errors.ts'
import { recognise } from '../../sensing/recognise.ts'
import { parseProductName } from '../../sensing/names/product-name.ts'
import { applyOverride, type SceneReading } from '../../sensing/scene/override.ts'
import { isQuality } from '../../sensing/sensors.ts'
import type { SensedScene } from '../../sensing/scene/sensed.ts'
import type { FileProblem, SceneOverride } from '../../trace/data.ts'
import type { Layer, LayerId, SceneBand, SceneFacts } from '../../trace/layer.ts'
import { documentLayer, isDocumentLayer, type DroppedDocument } from './documents.ts'
import { DroppedFiles, problemOf } from './dropped-files.ts'
import { leadersFirst, neighboursAmong, type GivenFile } from './given-files.ts'
import { fileOf } from './part-id.ts'
import { keepsStyle } from './restyled.ts'
import type { RunOptions } from './run-context.ts'
import { sceneLayer } from './scene-layer.ts'

/** Finished products: they stand beside the scenes that are computed with. */
const PRODUCTS: ReadonlySet<SceneFacts['quantity']> = new Set(['elevation', 'index', 'class'])

/** Dropped files and what was made of them: scenes, what persons said about them, and which files are lost. */
export class Scenes {
  readonly files = new DroppedFiles()
  readonly #overrides = new Map<string, SceneOverride>()
  /** Names of files that could not be read, so that their scene can say so. */
  readonly #unreadable = new Set<string>()

  /** Opens what can be opened and says why the rest cannot. Rejects with AbortError alone. */
  async open(files: readonly GivenFile[], { signal, progress }: RunOptions): Promise<FileProblem[]> {
    const problems: FileProblem[] = []
    const neighbours = neighboursAmong(files)
    for (const [index, file] of leadersFirst(files).entries()) {
      progress?.(index / files.length, 'reading headers')
      try {
        await this.files.open(file, neighbours, signal)
        this.#unreadable.delete(file.name)
      } catch (error) {
        const problem = problemOf(file.name, error)
        await file.bytes.close?.()
        problems.push(problem)
        if (parseProductName(file.name)) this.#unreadable.add(file.name)
      }
    }
    progress?.(1, 'headers read')
    return problems
  }

  /** Layers that had lost files and have them all again, under the ids that the files have now. */
  healed(layers: readonly Layer[]): Layer[] {
    const taken = new Set(layers.filter((layer) => layer.missing === undefined).flatMap(partsOf))
    const healed: Layer[] = []
    for (const layer of layers) {
      if (layer.missing === undefined || (layer.scene === null && !isDocumentLayer(layer))) continue
      const found = this.checked(layer, taken)
      if (found.missing !== undefined) continue
      for (const id of partsOf(found)) taken.add(id)
      healed.push(found)
    }
    return healed
  }

  /**
   * A scene's layer with its files found by id or fingerprint, marked as missing where one is not there. Rasters and
   * documents in `taken` belong to other layers and are not found.
   */
  checked(layer: Layer, taken: ReadonlySet<string> = new Set()): Layer {
    const { missing: _missing, ...rest } = layer
    if (isDocumentLayer(layer)) return this.#checkedDocument(rest, taken)
    if (!layer.scene || layer.storage.where !== 'files') return rest
    const bands = layer.scene.bands.map((band) => this.#found(band, taken))
    const lost = bands.filter((band) => band === null).length
    if (lost > 0) {
      return {
        ...rest,
        missing: `${lost} of ${bands.length} bands have lost their file; give the same files again`,
      }
    }
    const there = bands.filter((band) => band !== null)
    const before = new Set(layer.scene.bands.map((band) => fileOf(band.fileId)))
    const sides = layer.storage.fileIds.filter((id) => !before.has(id))
    const files = this.files.filesOf(there.map((band) => band.fileId))
    return {
      ...rest,
      scene: { ...layer.scene, bands: there },
      storage: { where: 'files', fileIds: [...new Set([...files, ...sides])] },
    }
  }

  /** The features or rows of a layer of a dropped file. Throws read_failed where it is not there. */
  document(layer: Layer): DroppedDocument {
    const document = this.files.documents().find(isOfLayer(layer))
    if (document) return document
    throw new AppError('read_failed', `the file of ${layer.id} is not at hand; give the same file again`, {
      layer: layer.id,
    })
  }

  /** Layers of the vectors and tables that no listed layer is of. */
  newDocuments(layers: readonly Layer[], nextId: (kind: 'layer') => LayerId): Layer[] {
    const known = layers.filter(isDocumentLayer).map(isOfLayer)
    return this.files
      .documents()
      .filter((document) => !known.some((isOf) => isOf(document)))
      .map((document) => documentLayer(document, { id: nextId('layer'), createdAt: Date.now() }))
  }

  #checkedDocument(layer: Layer, taken: ReadonlySet<string>): Layer {
    const documents = this.files.documents()
    const found =
      documents.find(isOfLayer(layer)) ??
      documents.find(
        ({ id, kind, fingerprint }) =>
          !taken.has(id) && kind === layer.kind && fingerprint === layer.fingerprint,
      )
    return found
      ? { ...layer, storage: { where: 'files', fileIds: found.fileIds } }
      : { ...layer, missing: 'its file is not at hand; give the same file again' }
  }

  /** New layers, and listed ones that the files at hand change. */
  async sense(
    layers: readonly Layer[],
    nextId: (kind: 'scene' | 'layer') => LayerId,
  ): Promise<{ layers: Layer[]; problems: FileProblem[] }> {
    const scenes = recognise(this.files.rasters(), this.files.sides(), [...this.#unreadable])
    const problems: FileProblem[] = []
    const changed: Layer[] = []
    for (const scene of scenes.sort(byDate)) {
      const listed = layers.find((layer) => sharesFile(layer, scene))
      if (listed && !this.#isWhole(listed)) {
        const known = new Set(fileIdsOf(listed))
        const own = new Set(scene.facts.bands.map(({ fileId }) => fileId))
        const others = this.files.rasters().filter(({ id }) => own.has(id) && !known.has(fileOf(id)))
        for (const { header } of others) {
          problems.push({
            fileName: header.fileName,
            message: `it belongs to ${listed.id}, which has lost files: give all files of that scene again`,
          })
        }
        continue
      }
      const { date, grid, facts } = await this.#withOverrides(scene)
      const identity = listed ?? {
        id: nextId(PRODUCTS.has(facts.quantity) ? 'layer' : 'scene'),
        createdAt: Date.now(),
      }
      const read = await sceneLayer(
        { ...scene, date, grid, facts, fileIds: this.files.filesOf(scene.fileIds) },
        { id: identity.id, createdAt: identity.createdAt },
      )
      const layer = keepsStyle(read, listed)
      if (!listed || JSON.stringify(listed) !== JSON.stringify(layer)) changed.push(layer)
    }
    return { layers: changed, problems }
  }

  /** The layer of a scene after a change. Throws invalid_input, read_failed. */
  async changed(layer: Layer, change: SceneOverride): Promise<Layer> {
    const { id, createdAt, title, grid, date, scene } = layer
    const before = change.reset
      ? this.#asRead(layer)
      : { title, date, grid: grid!, facts: scene!, fileIds: fileIdsOf(layer) }
    const read = await sceneLayer({ ...before, ...(await applyOverride(before, change)) }, { id, createdAt })
    const next = keepsStyle(read, layer)
    return layer.missing === undefined ? next : { ...next, missing: layer.missing }
  }

  /** What the files of a scene say, without what a person said of them. Throws read_failed where one is lost. */
  #asRead(layer: Layer): SensedScene {
    const scenes = recognise(this.files.rasters(), this.files.sides(), [...this.#unreadable])
    const found = this.#isWhole(layer) ? scenes.find((scene) => sharesFile(layer, scene)) : undefined
    if (found) return { ...found, fileIds: this.files.filesOf(found.fileIds) }
    throw new AppError(
      'read_failed',
      `the files of ${layer.id} are not all at hand, so they cannot be read anew; give them again first`,
      { layer: layer.id },
    )
  }

  remember(overrides: Readonly<Record<string, SceneOverride>>): void {
    for (const [fingerprint, change] of Object.entries(overrides)) this.#overrides.set(fingerprint, change)
  }

  rememberFor(layer: Layer, { reset, ...change }: SceneOverride): void {
    for (const fingerprint of fingerprintsOf(layer.scene?.bands ?? [])) {
      if (reset) this.#overrides.delete(fingerprint)
      if (Object.keys(change).length === 0) continue
      const before = this.#overrides.get(fingerprint)
      const bands = { ...before?.bands, ...change.bands }
      this.#overrides.set(fingerprint, {
        ...before,
        ...change,
        ...(Object.keys(bands).length > 0 && { bands }),
      })
    }
  }

  overrides(): Readonly<Record<string, SceneOverride>> {
    return Object.fromEntries(this.#overrides)
  }

  drop(fileIds: readonly string[]): Promise<void> {
    return this.files.drop(fileIds)
  }

  close(): Promise<void> {
    return this.files.close()
  }

  #found(band: SceneBand, taken: ReadonlySet<string>): SceneBand | null {
    const { fileFingerprint } = band
    const here = this.files.raster(band.fileId)
    if (here && (fileFingerprint === undefined || here.header.fingerprint === fileFingerprint)) return band
    const same = fileFingerprint === undefined ? [] : this.files.withFingerprint(fileFingerprint)
    const fileId = same.find((id) => !taken.has(id))
    return fileId === undefined ? null : { ...band, fileId }
  }

  /** True where all files of a layer, side files too, are open: only then can it be sensed anew without loss. */
  #isWhole(layer: Layer): boolean {
    return fileIdsOf(layer).every((id) => this.files.has(id))
  }

  async #withOverrides({ date, grid, facts }: SensedScene): Promise<SceneReading> {
    const fingerprint = fingerprintsOf(facts.bands).find((each) => this.#overrides.has(each))
    const change = fingerprint === undefined ? undefined : this.#overrides.get(fingerprint)
    if (!change) return { date, grid, facts }
    // A remembered band may not be there yet; names for it wait until it is.
    const here = new Set(facts.bands.map((band) => band.designation))
    const bands = Object.fromEntries(Object.entries(change.bands ?? {}).filter(([name]) => here.has(name)))
    return applyOverride({ date, grid, facts }, { ...change, ...(change.bands && { bands }) })
  }
}

/** Of measured bands, where there are any: quality bands of two dates may be equal to the byte. */
function fingerprintsOf(bands: readonly SceneBand[]): readonly string[] {
  const measured = bands.filter(({ name }) => !isQuality(name))
  const telling = measured.length > 0 ? measured : bands
  return [...new Set(telling.flatMap((band) => band.fileFingerprint ?? []))]
}

const fileIdsOf = ({ storage }: Layer): readonly string[] =>
  storage.where === 'files' ? storage.fileIds : []

/** Ids of the rasters of a scene; the file of another layer. */
const partsOf = (layer: Layer): readonly string[] =>
  layer.scene?.bands.map(({ fileId }) => fileId) ?? fileIdsOf(layer).slice(0, 1)

const isOfLayer =
  (layer: Layer) =>
  ({ kind, fingerprint, fileIds }: DroppedDocument): boolean =>
    kind === layer.kind && fingerprint === layer.fingerprint && fileIds[0] === fileIdsOf(layer)[0]

function sharesFile(layer: Layer, scene: SensedScene): boolean {
  const known = partsOf(layer)
  return scene.facts.bands.some((band) => known.includes(band.fileId))
}

/** Earlier scenes get lower numbers; the title settles the order of equal dates. */
function byDate(a: SensedScene, b: SensedScene): number {
  const [first, second] = [a, b].map((scene) => `${scene.date ?? '9999'} ${scene.title} ${scene.key}`)
  return first! < second! ? -1 : 1
}
