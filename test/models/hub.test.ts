import { describe, expect, it } from 'vitest'
import { CATALOGUE, catalogueEntry, recogniseByHash } from '../../src/models/catalogue.ts'
import { hostsOf, listedManifest } from '../../src/models/hub.ts'
import { isModelId, parseManifest } from '../../src/models/manifest.ts'

const COMMIT = '0123456789abcdef0123456789abcdef01234567'
const LFS = 'a'.repeat(64)
const BLOB = 'b'.repeat(40)

const TREE = [
  { type: 'directory', path: 'onnx', size: 0, oid: BLOB },
  { type: 'file', path: 'README.md', size: 10, oid: BLOB },
  { type: 'file', path: 'mlc-chat-config.json', size: 1900, oid: BLOB },
  {
    type: 'file',
    path: 'params_shard_0.bin',
    size: 130,
    oid: BLOB,
    lfs: { oid: LFS, size: 33_000_000, pointerSize: 130 },
  },
  { type: 'file', path: '../../secret.bin', size: 1, oid: BLOB },
]

function hub(answers: Readonly<Record<string, unknown>>) {
  const asked: string[] = []
  return {
    asked,
    read: (url: string) => {
      asked.push(url)
      const found = Object.entries(answers).find(([part]) => url.includes(part))
      return found ? Promise.resolve(found[1]) : Promise.reject(new Error(`not asked for: ${url}`))
    },
  }
}

describe('listedManifest', () => {
  const entry = catalogueEntry('qwen3-0.6b-q4f16')!
  const answers = {
    '/revision/main': { sha: COMMIT },
    [`/tree/${COMMIT}`]: TREE,
    '/commits/main': { sha: COMMIT },
    '/contents/': { type: 'file', size: 5_000_000, sha: BLOB },
  }

  it('pins the commit, takes the files of the model alone, and each with its published hash', async () => {
    const { read, asked } = hub(answers)
    const { files, revision } = await listedManifest(entry, read)
    expect(revision).toBe(COMMIT)
    expect(asked[1]).toContain(`/tree/${COMMIT}?recursive=1`)
    expect(files.map(({ path, bytes, expected }) => [path, bytes, expected])).toEqual([
      ['mlc-chat-config.json', 1900, { gitBlob: BLOB }],
      ['params_shard_0.bin', 33_000_000, { sha256: LFS }],
      ['Qwen3-0.6B-q4f16_1_cs1k-webgpu.wasm', 5_000_000, { gitBlob: BLOB }],
    ])
    expect(files[1]!.url).toBe(
      `https://huggingface.co/mlc-ai/Qwen3-0.6B-q4f16_1-MLC/resolve/${COMMIT}/params_shard_0.bin`,
    )
    expect(files[2]!.url).toMatch(new RegExp(`^https://raw.githubusercontent.com/.*/${COMMIT}/`))
  })

  it('asks the hosts that a person is told of, and no other', async () => {
    const { read, asked } = hub(answers)
    const { files } = await listedManifest(entry, read)
    const urls = [...asked, ...files.map(({ url }) => url!)]
    expect([...new Set(urls.map((url) => new URL(url).host))].sort()).toEqual([...hostsOf(entry)].sort())
  })

  it.each([
    ['no list', { [`/tree/${COMMIT}`]: { error: 'Repository not found' } }, /not in the form/],
    ['a list without the files', { [`/tree/${COMMIT}`]: TREE.slice(0, 2) }, /no longer holds the files/],
    ['no commit', { '/revision/main': { sha: 'main' } }, /not in the form/],
  ])('says what is wrong with %s', async (_what, change, message) => {
    await expect(listedManifest(entry, hub({ ...answers, ...change }).read)).rejects.toThrow(message)
  })
})

describe('CATALOGUE', () => {
  it('has an id that names a folder for each entry, and no id twice', () => {
    const ids = CATALOGUE.map(({ id }) => id)
    expect(ids.filter(isModelId)).toEqual([...new Set(ids)])
  })

  it('asks for 16-bit arithmetic wherever weights are for it', () => {
    const f16 = CATALOGUE.filter(({ source }) => source.repo.includes('q4f16'))
    expect(f16.length).toBeGreaterThan(4)
    expect(f16.every(({ needs }) => needs.includes('shader-f16'))).toBe(true)
  })

  it('knows a file again that we have had in hand', () => {
    const known = CATALOGUE.flatMap(({ known = [] }) => known)
    expect(known.length).toBeGreaterThan(0)
    for (const hash of known) expect(recogniseByHash([hash])?.known).toContain(hash)
    expect(recogniseByHash(['0'.repeat(64)])).toBeNull()
  })
})

describe('parseManifest', () => {
  const manifest = (path: string, second = 'other.bin') => ({
    format: 1,
    id: 'tiny',
    title: 'Tiny',
    kind: 'chat',
    engine: 'wllama',
    context: null,
    memoryBytes: null,
    licence: null,
    origin: '',
    revision: null,
    files: [path, second].map((each) => ({ path: each, bytes: 1, url: null, expected: null, sha256: null })),
  })

  it.each(['../x', '/x', 'a//b', 'a/../b', '.hidden', 'C:\\x', 'a\0b', ''])('refuses the path %j', (path) => {
    expect(() => parseManifest(manifest(path), 'here')).toThrow(/is no manifest/)
  })

  it('refuses two files of one name, also where they differ in case alone', () => {
    expect(() => parseManifest(manifest('a.bin', 'A.BIN'), 'here')).toThrow(/twice/)
  })

  it('takes paths of folders', () => {
    expect(parseManifest(manifest('onnx/model_q4.onnx'), 'here').files).toHaveLength(2)
  })
})
