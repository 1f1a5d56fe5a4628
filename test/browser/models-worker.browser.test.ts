import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ModelBytes } from '../../src/bridge/index.ts'
import type { ModelManifest } from '../../src/models/manifest.ts'
import { buildGguf } from '../helpers/gguf-builder.ts'
import { cleanStorage, openWorkers, type OpenWorkers } from './open-workers.ts'

const SIZE = 400_000

vi.setConfig({ testTimeout: 60_000 })
afterEach(cleanStorage)

/** The bytes that the test server sends, made here anew. */
const bytes = (size: number) =>
  Uint8Array.from({ length: size }, (_, at) => (at * 31 + (at >> 8) * 7 + 17) % 251)

async function sha256(data: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', data)
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

async function manifestOf(
  ways: readonly string[],
  more: Partial<ModelManifest> = {},
): Promise<ModelManifest> {
  const expected = { sha256: await sha256(bytes(SIZE)) }
  return {
    format: 1,
    id: 'tiny',
    title: 'Tiny',
    kind: 'chat',
    engine: 'wllama',
    context: null,
    memoryBytes: null,
    licence: null,
    origin: 'the test server',
    revision: null,
    files: ways.map((way) => ({
      path: `onnx/${way}.bin`,
      bytes: SIZE,
      url: `/test-downloads/${way}/${SIZE}/x`,
      expected,
      sha256: null,
    })),
    ...more,
  }
}

const listed = async (forge: OpenWorkers) =>
  (await forge.models.overview()).models.find(({ id }) => id === 'tiny')

async function stored(path: string): Promise<Uint8Array> {
  const root = await navigator.storage.getDirectory()
  let folder = await (await root.getDirectoryHandle('models')).getDirectoryHandle('tiny')
  const [directory, name] = path.split('/') as [string, string]
  folder = await folder.getDirectoryHandle(directory)
  return new Uint8Array(await (await (await folder.getFileHandle(name)).getFile()).arrayBuffer())
}

const ignore = () => undefined

/** Lets a download run until something is stored, then stops it. */
async function stopInTheMiddle(forge: OpenWorkers, manifest: ModelManifest): Promise<ModelBytes> {
  const stop = new AbortController()
  let last: ModelBytes | null = null
  const running = forge.models.download(manifest, {
    signal: stop.signal,
    onProgress: (progress) => {
      last = progress
      if (progress.storedBytes > 0) stop.abort()
    },
  })
  await expect(running).rejects.toMatchObject({ name: 'AbortError' })
  return last!
}

describe('the models worker', () => {
  it('stores files of folders as they were sent, counts bytes and lists the model as whole', async () => {
    const forge = openWorkers()
    const seen: number[] = []
    await forge.models.download(await manifestOf(['ranges', 'whole']), {
      onProgress: ({ storedBytes }) => seen.push(storedBytes),
    })
    expect(await stored('onnx/ranges.bin')).toEqual(bytes(SIZE))
    expect(seen.at(-1)).toBe(2 * SIZE)
    expect(await listed(forge)).toMatchObject({
      state: 'stored',
      storedBytes: 2 * SIZE,
      unpublishedHashes: 0,
    })
  })

  it('goes on from where it was stopped, with the right hash', async () => {
    const forge = openWorkers()
    await stopInTheMiddle(forge, await manifestOf(['slow']))
    const part = await listed(forge)
    expect(part?.state).toBe('partial')
    expect(part!.storedBytes).toBeGreaterThan(0)
    expect(part!.storedBytes).toBeLessThan(SIZE)
    const seen: number[] = []
    await forge.models.download('tiny', { onProgress: ({ storedBytes }) => seen.push(storedBytes) })
    expect(seen[0]).toBeGreaterThan(part!.storedBytes)
    expect(await stored('onnx/slow.bin')).toEqual(bytes(SIZE))
    expect((await listed(forge))?.state).toBe('stored')
  })

  it('keeps a part over the death of its worker, and never takes it for the whole', async () => {
    const forge = openWorkers()
    const begun = new Promise<void>((resolve) => {
      const running = manifestOf(['slow']).then((manifest) =>
        forge.models.download(manifest, {
          onProgress: ({ storedBytes }) => {
            if (storedBytes === 0) return
            forge.kill('models')
            resolve()
          },
        }),
      )
      running.catch(ignore)
    })
    await begun
    await expect.poll(async () => (await listed(forge))?.state, { timeout: 20_000 }).toBe('partial')
    await forge.models.download('tiny', { onProgress: ignore })
    expect(await stored('onnx/slow.bin')).toEqual(bytes(SIZE))
  })

  it('says that a connection broke, keeps what came, and fetches the rest', async () => {
    const forge = openWorkers()
    const manifest = await manifestOf(['cut'])
    await expect(forge.models.download(manifest, { onProgress: ignore })).rejects.toMatchObject({
      code: expect.stringMatching(/read_failed|model_file/) as string,
    })
    expect((await listed(forge))!.storedBytes).toBeGreaterThan(0)
    await forge.models.download('tiny', { onProgress: ignore })
    expect(await stored('onnx/cut.bin')).toEqual(bytes(SIZE))
  })

  it.each([
    ['html', /a web page came in place of the file/],
    ['gone', /answered with 404/],
    ['other', /is not what its publisher lists/],
  ])('keeps nothing of an answer that is no such file (%s)', async (way, message) => {
    const forge = openWorkers()
    const manifest = await manifestOf([way])
    await expect(forge.models.download(manifest, { onProgress: ignore })).rejects.toMatchObject({
      code: 'model_file',
      message: expect.stringMatching(message) as string,
    })
    expect(await listed(forge)).toMatchObject({ state: 'partial', storedBytes: 0 })
  })

  it('finds a damaged file and fetches that one alone', async () => {
    const forge = openWorkers()
    await forge.models.download(await manifestOf(['ranges', 'whole']), { onProgress: ignore })
    const root = await navigator.storage.getDirectory()
    const folder = await (await root.getDirectoryHandle('models')).getDirectoryHandle('tiny')
    const file = await (await folder.getDirectoryHandle('onnx')).getFileHandle('whole.bin')
    const writable = await file.createWritable({ keepExistingData: true })
    await writable.write({ type: 'write', position: 1000, data: new Uint8Array([1, 2, 3]) })
    await writable.close()
    expect(await forge.models.verify('tiny', { onProgress: ignore })).toEqual(['onnx/whole.bin'])
    expect((await listed(forge))?.state).toBe('partial')
    const paths = new Set<string>()
    await forge.models.download('tiny', { onProgress: ({ path }) => paths.add(path) })
    expect([...paths]).toEqual(['onnx/whole.bin'])
    expect(await forge.models.verify('tiny', { onProgress: ignore })).toEqual([])
  })

  it('imports a GGUF file by its content, whatever its name, and refuses what is none', async () => {
    const forge = openWorkers()
    const file = (name: string, data: BlobPart) => ({ name, file: new File([data], name) })
    const gguf = buildGguf({ 'general.architecture': 'llama', 'llama.context_length': 2048 }, [], 512)
    const id = await forge.models.importFiles([file('My Model.bin', gguf)], { onProgress: ignore })
    const model = (await forge.models.overview()).models.find((each) => each.id === id)
    expect(model).toMatchObject({ id: 'my-model.bin', engine: 'wllama', state: 'stored', context: 2048 })
    await expect(
      forge.models.importFiles([file('photo.gguf', bytes(100))], { onProgress: ignore }),
    ).rejects.toMatchObject({ code: 'model_file' })
  })

  it('reaches no other host from a sealed page, and says so', async () => {
    const forge = openWorkers('sealed')
    await expect(
      forge.models.plan({ from: 'address', url: 'https://models.test/tiny.gguf' }),
    ).rejects.toMatchObject({ code: 'host_not_allowed', details: { host: 'models.test' } })
    expect(forge.outbound.requests).toMatchObject([{ status: null, url: 'https://models.test/tiny.gguf' }])
  })

  it('lets a reading tab look, and not change anything', async () => {
    const first = openWorkers()
    await first.models.download(await manifestOf(['ranges']), { onProgress: ignore })
    const second = openWorkers()
    expect((await listed(second))?.state).toBe('stored')
    await expect(second.models.remove('tiny')).rejects.toMatchObject({ code: 'read_only' })
    await first.models.use('tiny')
    await first.models.remove('tiny')
    expect(await listed(second)).toBeUndefined()
    expect((await second.models.overview()).used).toBe('planner')
  })
})
