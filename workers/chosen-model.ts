import type { EmbedderAsk } from '../src/bridge/embed.ts'
import type { LoadAsk, LoadedModel, ModelChoice } from '../src/bridge/language.ts'
import { BROWSER_MODEL_ID } from '../src/models/browser-model.ts'
import { isComplete, parseManifest } from '../src/models/manifest.ts'
import { Settings, StoredModels } from '../src/store/index.ts'
import { ModelSettings } from './model-settings.ts'
import type { StoreParts } from './open-store.ts'

/** The language model that the person chose, as it is stored; and the embedder, of which there need be no choice. */
export class ChosenModel {
  static async open(parts: StoreParts): Promise<ChosenModel> {
    const folder = await parts.folder('models')
    return new ChosenModel(
      new ModelSettings(new Settings(parts)),
      new StoredModels({ folder, gate: parts.gate, parse: parseManifest }),
    )
  }

  private constructor(
    private readonly settings: ModelSettings,
    private readonly models: StoredModels,
  ) {}

  /** Null for the planner alone. */
  async choice(): Promise<ModelChoice | null> {
    const used = await this.settings.used()
    const policy = 'hybrid'
    if (used === 'planner') return null
    if (used === 'browser') return { engine: 'browser', modelId: BROWSER_MODEL_ID, policy }
    if (used === 'server') {
      const server = await this.settings.server()
      return server && { engine: 'server', modelId: server.model, url: server.url, policy }
    }
    const manifest = await this.models.manifest(used)
    return manifest && { engine: manifest.engine, modelId: used, policy }
  }

  /** Files and hashes of a stored model and what was found out about it; none for those that hold their own. Throws model_file. */
  async files({ engine, modelId }: ModelChoice): Promise<Pick<LoadAsk, 'files' | 'hashes' | 'found'>> {
    if (engine === 'browser' || engine === 'server') return { files: [], hashes: {} }
    const blobs = await this.models.blobs(modelId)
    const manifest = await this.models.manifest(modelId)
    const hashes = (manifest?.files ?? []).flatMap(({ path, sha256 }) =>
      sha256 === null ? [] : [[path, sha256] as const],
    )
    const found = await this.settings.found(modelId)
    return { files: [...blobs], hashes: Object.fromEntries(hashes), found }
  }

  /** The first by id that is stored whole, null where none is. Throws model_file. */
  async embedder(): Promise<EmbedderAsk | null> {
    const { models } = await this.models.list()
    const found = models.find(({ manifest }) => manifest.kind === 'embedder' && isComplete(manifest))
    if (!found) return null
    const { id, revision } = found.manifest
    // Another state of the model gives other vectors.
    const modelId = revision === null ? id : `${id}@${revision}`
    return { modelId, files: [...(await this.models.blobs(id))] }
  }

  /** What was measured and found out while it was loaded. */
  async note({ modelId }: ModelChoice, loaded: LoadedModel): Promise<void> {
    const { writtenTokensPerSecond, promptTokensPerSecond, found } = loaded
    await this.settings.noteSpeed(modelId, writtenTokensPerSecond, promptTokensPerSecond)
    await this.settings.noteFound(modelId, found)
  }
}
