import { z } from 'zod'
import { AppError } from '../lib/errors.ts'

/** The libraries that run models from files. */
export const FILE_ENGINES = ['webllm', 'transformers', 'wllama'] as const
export type FileEngine = (typeof FILE_ENGINES)[number]

const DIGEST = { sha256: /^[0-9a-f]{64}$/, gitBlob: /^[0-9a-f]{40}$/ }

/** Ids are folder names, in the browser's storage and on a web server. */
const ID = /^[a-z0-9][a-z0-9._-]{0,79}$/

/** No way out of the model's folder, and no name that some file system reads in another way. */
const PATH = /^(?:[A-Za-z0-9_][A-Za-z0-9._-]{0,119}\/){0,4}[A-Za-z0-9_][A-Za-z0-9._-]{0,119}$/

const fileSchema = z.strictObject({
  path: z.string().regex(PATH),
  /** Null where the host does not say before it sends. */
  bytes: z.int().nonnegative().nullable(),
  /** Where it is fetched from: absolute, or relative to the manifest. Null for files that came from a disk. */
  url: z.string().max(2000).nullable(),
  /** What its publisher says it hashes to; null where nobody says. */
  expected: z
    .union([
      z.strictObject({ sha256: z.string().regex(DIGEST.sha256) }),
      z.strictObject({ gitBlob: z.string().regex(DIGEST.gitBlob) }),
    ])
    .nullable(),
  /** What its bytes hash to here: set once the whole file is stored and is what was expected. */
  sha256: z.string().regex(DIGEST.sha256).nullable(),
})

const manifestSchema = z.strictObject({
  format: z.literal(1),
  id: z.string().regex(ID),
  /** Foreign text. */
  title: z.string().min(1).max(120),
  kind: z.enum(['chat', 'embedder']),
  engine: z.enum(FILE_ENGINES),
  /** Tokens of prompt and answer together; null where its files tell. */
  context: z.int().positive().nullable(),
  /** Memory it takes while it runs, in bytes; null where nobody has measured. */
  memoryBytes: z.int().positive().nullable(),
  /** Foreign text. */
  licence: z.string().max(120).nullable(),
  /** Where it came from, for people: 'huggingface.co/owner/name', 'a file on this computer'. */
  origin: z.string().max(300),
  /** The publisher's own name for this exact state: a commit. */
  revision: z.string().max(80).nullable(),
  files: z.array(fileSchema).min(1).max(2000),
})

/** One file of a model. */
export type ModelFile = z.infer<typeof fileSchema>

/** What is known of a model and its files; lies beside them as manifest.json, in the browser, on a site and on a disk. */
export type ModelManifest = z.infer<typeof manifestSchema>

export const MANIFEST_NAME = 'manifest.json'

/** Throws model_file where it is no manifest of a model. `where` names the place for the message. */
export function parseManifest(value: unknown, where: string): ModelManifest {
  const parsed = manifestSchema.safeParse(value)
  const twice = parsed.success ? firstTwice(parsed.data.files.map(({ path }) => path.toLowerCase())) : null
  if (parsed.success && twice === null) return parsed.data
  const issue = parsed.success ? null : parsed.error.issues[0]
  const found = issue ? `${issue.path.join('.') || 'its top'}: ${issue.message}` : `it names ${twice} twice`
  throw new AppError(
    'model_file',
    `${where} is no manifest of a model that this page can read (${found}); fetch or import the model again`,
  )
}

export function isModelId(text: string): boolean {
  return ID.test(text)
}

/** 'Qwen2.5-0.5B-Instruct (Q4_K_M)' → 'qwen2.5-0.5b-instruct-q4-k-m'; 'model' where nothing is left. */
export function modelIdFrom(name: string): string {
  const id = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, '-')
    .replace(/^[^a-z0-9]+|[^a-z0-9]+$/g, '')
    .slice(0, 80)
  return id === '' ? 'model' : id
}

export function isComplete({ files }: Pick<ModelManifest, 'files'>): boolean {
  return files.every(({ sha256 }) => sha256 !== null)
}

/** Sum of the sizes, null where one is not known. */
export function totalBytes({ files }: Pick<ModelManifest, 'files'>): number | null {
  let sum = 0
  for (const { bytes } of files) {
    if (bytes === null) return null
    sum += bytes
  }
  return sum
}

function firstTwice(names: readonly string[]): string | null {
  const seen = new Set<string>()
  for (const name of names) {
    if (seen.has(name)) return name
    seen.add(name)
  }
  return null
}
