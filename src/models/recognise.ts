import { z } from 'zod'
import { AppError } from '../lib/errors.ts'
import { ggufName, partName, readGgufParts } from './gguf-parts.ts'
import { ggufNumber, ggufText, isGguf } from './gguf.ts'
import { assertTokenizer } from './wllama/tokenizer.ts'
import { MANIFEST_NAME, modelIdFrom, parseManifest, type ModelFile, type ModelManifest } from './manifest.ts'

/** A file that a person chose, by its path inside the chosen folder or its bare name. */
export interface ChosenFile {
  readonly path: string
  readonly blob: Blob
}

/** A model found among chosen files; `files` holds the bytes by the manifest's paths. */
export interface Recognised {
  readonly manifest: ModelManifest
  readonly files: ReadonlyMap<string, Blob>
}

const ORIGIN = 'a file on this computer'

/** Architectures of llama.cpp that only embed. */
const EMBEDS = /(^|-)bert|^t5encoder/

/** Larger JSON than this is no configuration. */
const LARGEST_CONFIG = 4 << 20

/**
 * Finds out by content what model the files are: a folder that `npm run models` wrote, one in the layout of MLC or of
 * transformers.js, or a GGUF file, or all parts of a split one. Throws model_file, saying what was found and what is missing.
 */
export async function recognise(chosen: readonly ChosenFile[]): Promise<Recognised> {
  const files = withoutTop(chosen)
  if (files.has(MANIFEST_NAME)) return fromManifest(files)
  if (files.has('mlc-chat-config.json')) return fromMlc(files, chosen)
  if (files.has('config.json')) return fromTransformers(files, chosen)
  const ggufs: [string, Blob][] = []
  for (const [path, blob] of files) if (await isGguf(blob)) ggufs.push([path.split('/').at(-1)!, blob])
  if (ggufs.length > 0) return fromGguf(ggufs)
  throw new AppError(
    'model_file',
    `found ${describe([...files.keys()])}; choose one GGUF file, or a folder that holds config.json with onnx/ (transformers.js) or mlc-chat-config.json (MLC)`,
  )
}

async function fromGguf(ggufs: readonly (readonly [string, Blob])[]): Promise<Recognised> {
  const parts = await readGgufParts(ggufs)
  const { name: path, header } = parts[0]!
  const architecture = ggufText(header, 'general.architecture')
  if (architecture === null) {
    throw new AppError('model_file', `${path} does not say what kind of model it holds; choose another file`)
  }
  if (EMBEDS.test(architecture)) {
    throw new AppError(
      'model_file',
      `this GGUF file holds an embedding model (${architecture}); language models can be used from GGUF, embedders from the transformers.js layout`,
    )
  }
  // Before gigabytes are copied that could not be used.
  const tokenizer = ggufText(header, 'tokenizer.ggml.model')
  if (tokenizer !== null) assertTokenizer(tokenizer, architecture)
  const name = ggufName(path)
  const context = ggufNumber(header, `${architecture}.context_length`)
  const licence = ggufText(header, 'general.license')
  const files = parts.map(({ file }, at) => [partName(safeName(name), at + 1, parts.length), file] as const)
  return {
    manifest: parseManifest(
      {
        ...BASE,
        id: modelIdFrom(name),
        title: clean(name, 'model'),
        kind: 'chat',
        engine: 'wllama',
        context: context !== null && context > 0 ? context : null,
        licence: licence === null ? null : clean(licence, ''),
        files: files.map(([file, blob]) => chosenFile(file, blob)),
      } satisfies ModelManifest,
      path,
    ),
    files: new Map(files),
  }
}

const configSchema = z.object({
  architectures: z.array(z.string()).nullish(),
  model_type: z.string().nullish(),
  max_position_embeddings: z.int().positive().nullish(),
  _name_or_path: z.string().nullish(),
})

const ONNX_LAYOUT = /^([a-z_]+\.(json|jinja|txt)|onnx\/[A-Za-z0-9_]+\.onnx(_data(_\d+)?)?)$/

async function fromTransformers(
  files: ReadonlyMap<string, Blob>,
  chosen: readonly ChosenFile[],
): Promise<Recognised> {
  const config = configSchema.safeParse(await readJson(files, 'config.json'))
  if (!config.success)
    throw new AppError('model_file', 'config.json is not one of a model that can be read here')
  const graphs = [...files.keys()].filter((path) => /^onnx\/.*\.onnx$/.test(path))
  const missing = ['tokenizer.json', 'tokenizer_config.json'].filter((path) => !files.has(path))
  if (graphs.length === 0) missing.push('onnx/….onnx')
  if (missing.length > 0) throw missingFiles('transformers.js', missing)
  const { architectures, max_position_embeddings: context } = config.data
  const chat = (architectures ?? []).some((name) => /ForCausalLM|LMHeadModel/.test(name))
  const name = folderName(chosen) ?? config.data._name_or_path ?? config.data.model_type ?? 'model'
  return assemble(files, ONNX_LAYOUT, {
    id: modelIdFrom(name),
    title: clean(name, 'model'),
    kind: chat ? 'chat' : 'embedder',
    engine: 'transformers',
    context: context ?? null,
  })
}

const MLC_LAYOUT = /^[A-Za-z0-9_.-]+\.(json|bin|wasm|model)$/

const mlcSchema = z.object({ context_window_size: z.int().nullish(), model_type: z.string().nullish() })

async function fromMlc(files: ReadonlyMap<string, Blob>, chosen: readonly ChosenFile[]): Promise<Recognised> {
  const config = mlcSchema.safeParse(await readJson(files, 'mlc-chat-config.json'))
  if (!config.success) throw new AppError('model_file', 'mlc-chat-config.json cannot be read')
  const names = [...files.keys()]
  const missing: string[] = []
  if (!names.some((name) => /^(ndarray|tensor)-cache\.json$/.test(name))) missing.push('tensor-cache.json')
  if (!names.some((name) => /^params_shard_\d+\.bin$/.test(name))) missing.push('params_shard_….bin')
  if (!names.some((name) => /^[^/]+\.wasm$/.test(name))) missing.push('the compiled program (….wasm)')
  if (missing.length > 0) throw missingFiles('MLC', missing)
  const window = config.data.context_window_size
  const name = folderName(chosen) ?? config.data.model_type ?? 'model'
  return assemble(files, MLC_LAYOUT, {
    id: modelIdFrom(name.replace(/-MLC$/, '')),
    title: clean(name, 'model'),
    kind: 'chat',
    engine: 'webllm',
    context: window != null && window > 0 ? window : null,
  })
}

/** A folder of our own: what its manifest lists must be there; hashes are checked as the files are copied. */
async function fromManifest(files: ReadonlyMap<string, Blob>): Promise<Recognised> {
  const manifest = parseManifest(await readJson(files, MANIFEST_NAME), MANIFEST_NAME)
  const missing = manifest.files.map(({ path }) => path).filter((path) => !files.has(path))
  if (missing.length > 0) throw missingFiles('its manifest', missing)
  const listed = manifest.files.map((file) => ({
    ...file,
    url: null,
    expected: expectedOf(file),
    sha256: null,
  }))
  return {
    manifest: { ...manifest, files: listed },
    files: new Map(listed.map(({ path }) => [path, files.get(path)!])),
  }
}

/** What a stored file hashed to is what a copy of it has to hash to. */
export function expectedOf(file: ModelFile): ModelFile['expected'] {
  return file.sha256 === null ? file.expected : { sha256: file.sha256 }
}

const BASE = {
  format: 1,
  memoryBytes: null,
  licence: null,
  origin: ORIGIN,
  revision: null,
} as const

function assemble(
  files: ReadonlyMap<string, Blob>,
  layout: RegExp,
  about: Pick<ModelManifest, 'id' | 'title' | 'kind' | 'engine' | 'context'>,
): Recognised {
  const used = [...files].filter(([path]) => layout.test(path))
  const listed = used.map(([path, blob]) => chosenFile(path, blob))
  return { manifest: parseManifest({ ...BASE, ...about, files: listed }, 'the folder'), files: new Map(used) }
}

function chosenFile(path: string, blob: Blob): ModelFile {
  return { path, bytes: blob.size, url: null, expected: null, sha256: null }
}

/** Paths below the chosen folder: a folder that was chosen whole puts its own name before each. */
function withoutTop(chosen: readonly ChosenFile[]): ReadonlyMap<string, Blob> {
  const top = folderName(chosen)
  return new Map(chosen.map(({ path, blob }) => [top === null ? path : path.slice(top.length + 1), blob]))
}

function folderName(chosen: readonly ChosenFile[]): string | null {
  const tops = new Set(chosen.map(({ path }) => (path.includes('/') ? path.split('/')[0]! : '')))
  const [top] = tops
  return tops.size === 1 && top ? top : null
}

async function readJson(files: ReadonlyMap<string, Blob>, path: string): Promise<unknown> {
  const blob = files.get(path)!
  try {
    if (blob.size <= LARGEST_CONFIG) return JSON.parse(await blob.text()) as unknown
  } catch {
    // Said below.
  }
  throw new AppError('model_file', `${path} is no JSON that can be read; copy the model again`)
}

function missingFiles(layout: string, missing: readonly string[]): AppError {
  return new AppError(
    'model_file',
    `the folder is in the layout of ${layout}, but lacks ${missing.slice(0, 5).join(', ')}; choose the whole folder of the model`,
  )
}

function describe(paths: readonly string[]): string {
  if (paths.length === 0) return 'no file'
  const some = paths.slice(0, 3).join(', ')
  return paths.length > 3 ? `${paths.length} files (${some}, …)` : some
}

const safeName = (name: string) =>
  name
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[^A-Za-z0-9_]+/, '')
    .slice(0, 100) || 'model'

/** Foreign words for people: no control or direction marks, cut to size. */
function clean(text: string, fallback: string): string {
  const plain = text.replace(/\p{C}/gu, '').trim().slice(0, 120)
  return plain === '' ? fallback : plain
}
