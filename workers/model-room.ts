import type { ListedModel, ModelBytes, ModelsOverview, PageNetwork, PlanAsk } from '../src/bridge/models.ts'
import { receiveStream } from '../src/bridge/streams.ts'
import { AppError } from '../src/lib/errors.ts'
import { CATALOGUE, catalogueEntry, recogniseByHash, type CatalogueEntry } from '../src/models/catalogue.ts'
import { defaultChoice, verdict, type MachineFacts } from '../src/models/hardware.ts'
import { hostsOf, listedManifest } from '../src/models/hub.ts'
import type { FileSource } from '../src/models/incoming.ts'
import {
  isComplete,
  MANIFEST_NAME,
  modelIdFrom,
  parseManifest,
  totalBytes,
  type ModelManifest,
} from '../src/models/manifest.ts'
import { probeMachine } from '../src/models/probe-machine.ts'
import { expectedOf, recognise, type ChosenFile } from '../src/models/recognise.ts'
import {
  downloadModel,
  Settings,
  storageState,
  StoredModels,
  verifyModel,
  type StoredModel,
} from '../src/store/index.ts'
import { ModelSettings } from './model-settings.ts'
import type { StoreParts } from './open-store.ts'

interface Work {
  readonly signal: AbortSignal
  readonly progress: (progress: ModelBytes) => void
}

/** Models that this site holds itself, as the build lists them. */
const SITE_INDEX = 'models/index.json'

/** The models of this browser and what was chosen about them. */
export class ModelRoom {
  readonly settings: ModelSettings
  private site: readonly ModelManifest[] | null = null

  static async open(parts: StoreParts): Promise<ModelRoom> {
    const folder = await parts.folder('models')
    return new ModelRoom(parts, new StoredModels({ folder, gate: parts.gate, parse: parseManifest }))
  }

  private constructor(
    private readonly parts: StoreParts,
    readonly models: StoredModels,
  ) {
    this.settings = new ModelSettings(new Settings(parts))
  }

  async overview(browserModel: MachineFacts['browserModel'], net: PageNetwork): Promise<ModelsOverview> {
    const { usageBytes, quotaBytes } = await storageState()
    const [found, { models, broken }, site, speeds, used, server, hosts] = await Promise.all([
      probeMachine(),
      this.models.list(),
      this.siteModels(net),
      this.settings.speeds(),
      this.settings.used(),
      this.settings.server(),
      this.settings.hosts(),
    ])
    const machine = { ...found, usageBytes, quotaBytes, browserModel }
    const stored = models.map((model) => listStored(model, machine, site))
    const known = new Set([...stored.map(({ id }) => id), ...broken])
    const onSite = site.filter(({ id }) => !known.has(id) && !catalogueEntry(id))
    const list = [
      ...stored,
      ...broken.map((id) => listBroken(id)),
      ...onSite.map((manifest) => listSite(manifest, machine)),
      ...CATALOGUE.filter(({ id }) => !known.has(id)).map((entry) => listEntry(entry, machine, site)),
    ]
    const usable = ['planner', 'browser', 'server', ...stored.filter(isUsable).map(({ id }) => id)]
    return {
      machine,
      models: list.map((model) => ({
        ...model,
        writtenTokensPerSecond: speeds[model.id]?.written ?? null,
        promptTokensPerSecond: speeds[model.id]?.prompt ?? null,
      })),
      used: usable.includes(used) ? used : 'planner',
      suggested: defaultChoice(CATALOGUE, machine)?.id ?? null,
      allowedHosts: hosts,
      server,
    }
  }

  async plan(ask: PlanAsk, net: PageNetwork): Promise<ModelManifest> {
    if (ask.from === 'address') return this.planAddress(ask.url, net)
    if (ask.from === 'site') {
      const found = (await this.siteModels(net)).find(({ id }) => id === ask.id)
      if (found) return found
      throw new AppError('model_file', `this site no longer holds ${ask.id}; reload the page`)
    }
    const entry = catalogueEntry(ask.id)
    if (!entry) throw new AppError('invalid_input', `there is no model ${ask.id} in the catalogue`)
    return listedManifest(entry, (url) => net.json(url))
  }

  async download(model: ModelManifest | string, net: PageNetwork, work: Work): Promise<void> {
    this.assertKept()
    const stored = await this.models.manifest(typeof model === 'string' ? model : model.id)
    const wanted = typeof model === 'string' ? stored : parseManifest(model, 'what was planned')
    if (!wanted)
      throw new AppError('model_file', 'nothing of this model is here to go on with; fetch it anew')
    const manifest = await this.merge(stored, wanted)
    const source: FileSource = async ({ url, path }, from) => {
      if (url === null) {
        throw new AppError(
          'model_file',
          `${path} came from a file on this computer; import the model again to put it right`,
        )
      }
      const { body, ...head } = await net.open(url, from, true)
      return { ...head, body: body && receiveStream(body) }
    }
    await this.change(() =>
      downloadModel(manifest, { models: this.models, source, begun: this.tell, ...work }),
    )
  }

  async importFiles(chosen: readonly ChosenFile[], work: Work): Promise<string> {
    this.assertKept()
    const { manifest: found, files } = await recognise(chosen)
    const manifest = await this.merge(await this.models.manifest(found.id).catch(() => null), found)
    const source: FileSource = ({ path }, from) => {
      const blob = files.get(path)!
      return Promise.resolve({
        status: from > 0 ? 206 : 200,
        contentType: null,
        start: from,
        total: blob.size,
        body: blob.slice(from).stream(),
      })
    }
    await this.change(async () => {
      const whole = await downloadModel(manifest, { models: this.models, source, begun: this.tell, ...work })
      await this.models.putManifest(withCatalogue(whole))
    })
    return manifest.id
  }

  async verify(id: string, work: Work): Promise<readonly string[]> {
    const manifest = await this.models.manifest(id)
    if (!manifest) throw new AppError('model_file', `the model ${id} is not stored here`)
    const { wrong } = await this.change(() => verifyModel(manifest, { models: this.models, ...work }))
    return wrong
  }

  async remove(id: string): Promise<void> {
    await this.change(() => this.models.remove(id))
    if ((await this.settings.used()) === id) await this.settings.setUsed('planner')
  }

  /** A GGUF file, or a folder of a site that holds a manifest as `npm run models` writes it. */
  private async planAddress(address: string, net: PageNetwork): Promise<ModelManifest> {
    const url = parseAddress(address)
    const name = decodeURIComponent(url.pathname.split('/').at(-1) ?? '')
    if (!/\.gguf$/i.test(name)) {
      const at = new URL(
        name === MANIFEST_NAME ? url.href : `${url.href.replace(/\/$/, '')}/${MANIFEST_NAME}`,
      )
      const manifest = parseManifest(await net.json(at.href), at.href)
      const files = manifest.files.map((file) => ({
        ...file,
        url: new URL(file.path, at).href,
        expected: expectedOf(file),
        sha256: null,
      }))
      return { ...manifest, id: await this.freeId(manifest.id), origin: at.host, files }
    }
    const head = await net.open(url.href, 0, false)
    if (head.status !== 200) {
      throw new AppError('model_file', `${url.host} answered ${head.status} for ${name}; check the address`)
    }
    const title = name.replace(/\.gguf$/i, '')
    const path = modelIdFrom(title) + '.gguf'
    return parseManifest(
      {
        format: 1,
        id: await this.freeId(modelIdFrom(title)),
        title: title.slice(0, 120),
        kind: 'chat',
        engine: 'wllama',
        context: null,
        memoryBytes: null,
        licence: null,
        origin: url.host,
        revision: null,
        files: [{ path, bytes: head.total, url: url.href, expected: null, sha256: null }],
      } satisfies ModelManifest,
      url.host,
    )
  }

  /** An id that no model of the catalogue has: what comes from elsewhere must not pass for it. */
  private async freeId(wanted: string): Promise<string> {
    const { models, broken } = await this.models.list()
    const taken = new Set([
      ...CATALOGUE.map(({ id }) => id),
      ...models.map(({ manifest }) => manifest.id),
      ...broken,
    ])
    let id = wanted
    for (let number = 2; taken.has(id); number++) id = `${wanted.slice(0, 76)}-${number}`
    return id
  }

  /** A model is read by another worker than the one that fetches it: from the disk alone. */
  private assertKept(): void {
    if (this.parts.keeps === 'everything') return
    throw new AppError(
      'store_failed',
      'this browser keeps no files for this page, and a model has to be kept to be used; allow the page to store data, or open it in an ordinary window, then reload',
    )
  }

  /** Files that are whole already and are the same in the model that is wanted stay; another state of the model replaces it. */
  private async merge(stored: ModelManifest | null, wanted: ModelManifest): Promise<ModelManifest> {
    if (!stored || stored === wanted) return wanted
    const sameModel = stored.revision === wanted.revision && stored.engine === wanted.engine
    if (!sameModel) {
      await this.models.remove(stored.id)
      return wanted
    }
    const before = new Map(stored.files.map((file) => [file.path, file]))
    const files = wanted.files.map((file) => {
      const old = before.get(file.path)
      const same =
        old && old.bytes === file.bytes && JSON.stringify(old.expected) === JSON.stringify(file.expected)
      // Without a published hash the new bytes may be others of the same number.
      return same && file.expected ? { ...file, sha256: old.sha256 } : file
    })
    return { ...wanted, files }
  }

  private async change<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work()
    } finally {
      this.tell()
    }
  }

  private readonly tell = () => this.parts.announcer.tell('models')

  /** Asked for once; a page without such a list has no models of its own. */
  private async siteModels(net: PageNetwork): Promise<readonly ModelManifest[]> {
    if (this.site) return this.site
    const list = await net.json(SITE_INDEX).catch(() => null)
    if (!Array.isArray(list)) return []
    this.site = list.map((value) => {
      const manifest = parseManifest(value, SITE_INDEX)
      const files = manifest.files.map((file) => ({
        ...file,
        url: `models/${manifest.id}/${file.path}`,
        expected: expectedOf(file),
        sha256: null,
      }))
      return { ...manifest, origin: 'this site', files }
    })
    return this.site
  }
}

/** Words of the catalogue for an imported model that its hashes name. */
function withCatalogue(manifest: ModelManifest): ModelManifest {
  const entry = recogniseByHash(manifest.files.flatMap(({ sha256 }) => sha256 ?? []))
  if (!entry) return manifest
  const { title, kind, licence, memoryBytes, context } = entry
  return { ...manifest, title, kind, licence, memoryBytes, context }
}

const NO_SPEED = { writtenTokensPerSecond: null, promptTokensPerSecond: null }

function listStored(
  { manifest, storedBytes }: StoredModel,
  machine: MachineFacts,
  site: readonly ModelManifest[],
): ListedModel {
  const entry = catalogueEntry(manifest.id)
  const bytes = totalBytes(manifest)
  const whole = isComplete(manifest)
  const stored = [...storedBytes.values()].reduce((sum, size) => sum + size, 0)
  const asked = askedOf(manifest, bytes ?? stored, entry)
  return {
    ...aboutOf(manifest),
    totalBytes: bytes,
    storedBytes: stored,
    state: whole ? 'stored' : 'partial',
    onSite: site.some(({ id }) => id === manifest.id),
    unpublishedHashes: manifest.files.filter(({ expected }) => expected === null).length,
    fetchable: manifest.files.every(({ url, sha256 }) => sha256 !== null || url !== null),
    hosts: hostsOfFiles(manifest),
    verdict: verdict(asked, machine, { stored: whole }),
    ...NO_SPEED,
  }
}

function listSite(manifest: ModelManifest, machine: MachineFacts): ListedModel {
  const bytes = totalBytes(manifest)
  return {
    ...aboutOf(manifest),
    totalBytes: bytes,
    storedBytes: 0,
    state: 'listed',
    onSite: true,
    unpublishedHashes: 0,
    fetchable: true,
    hosts: [],
    verdict: verdict(askedOf(manifest, bytes ?? 0, null), machine),
    ...NO_SPEED,
  }
}

function listEntry(
  entry: CatalogueEntry,
  machine: MachineFacts,
  site: readonly ModelManifest[],
): ListedModel {
  const { id, title, kind, engine, aboutBytes, memoryBytes, context, licence, source } = entry
  return {
    id,
    title,
    kind,
    engine,
    totalBytes: aboutBytes,
    storedBytes: 0,
    memoryBytes,
    context,
    licence,
    origin: `huggingface.co/${source.repo}`,
    revision: null,
    state: 'listed',
    onSite: site.some((each) => each.id === id),
    unpublishedHashes: 0,
    fetchable: true,
    hosts: hostsOf(entry),
    verdict: verdict(entry, machine),
    ...NO_SPEED,
  }
}

function listBroken(id: string): ListedModel {
  return {
    id,
    title: id,
    kind: 'chat',
    engine: 'wllama',
    totalBytes: null,
    storedBytes: 0,
    memoryBytes: null,
    context: null,
    licence: null,
    origin: 'unknown',
    revision: null,
    state: 'broken',
    onSite: false,
    unpublishedHashes: 0,
    fetchable: false,
    hosts: [],
    verdict: { level: 'cannot', reasons: ['Its record cannot be read. Delete it, then fetch it again.'] },
    ...NO_SPEED,
  }
}

function aboutOf({
  id,
  title,
  kind,
  engine,
  memoryBytes,
  context,
  licence,
  origin,
  revision,
}: ModelManifest) {
  return { id, title, kind, engine, memoryBytes, context, licence, origin, revision }
}

/** What the verdict needs of a model that the catalogue may not have: its size tells about its parameters (4.5 bits each). */
function askedOf(manifest: ModelManifest, bytes: number, entry: CatalogueEntry | null) {
  return {
    kind: manifest.kind,
    engine: manifest.engine,
    aboutBytes: bytes,
    memoryBytes: manifest.memoryBytes ?? bytes * 1.3,
    parametersM: entry?.parametersM ?? Math.max(1, bytes / 0.5625e6),
    needs: entry?.needs ?? (manifest.engine === 'webllm' ? (['webgpu'] as const) : []),
  }
}

function hostsOfFiles({ files }: ModelManifest): readonly string[] {
  const hosts = files.flatMap(({ url }) => (url !== null && /^https?:/.test(url) ? [new URL(url).host] : []))
  return [...new Set(hosts)]
}

const isUsable = ({ state, kind, verdict: { level } }: ListedModel) =>
  state === 'stored' && kind === 'chat' && level !== 'cannot'

function parseAddress(address: string): URL {
  try {
    return new URL(address)
  } catch (cause) {
    throw new AppError('invalid_input', 'this is no web address; it begins with https://', {}, { cause })
  }
}
