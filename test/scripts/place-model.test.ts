import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fromFolder, fromHub, placeModel } from '../../scripts/lib/place-model.ts'
import { modelsIn } from '../../scripts/lib/site-models.ts'

let work: string
let usb: string
let site: string
const WEIGHTS = Uint8Array.from({ length: 5000 }, (_, at) => at % 251)

beforeEach(() => {
  work = mkdtempSync(join(tmpdir(), 'geoforge-models-'))
  usb = join(work, 'tiny-embedder')
  site = join(work, 'site')
  mkdirSync(join(usb, 'onnx'), { recursive: true })
  writeFileSync(join(usb, 'config.json'), '{"architectures":["BertModel"],"max_position_embeddings":512}')
  writeFileSync(join(usb, 'tokenizer.json'), '{}')
  writeFileSync(join(usb, 'tokenizer_config.json'), '{}')
  writeFileSync(join(usb, 'notes.docx'), 'no part of the model')
  writeFileSync(join(usb, 'onnx', 'model_quantized.onnx'), WEIGHTS)
})

afterEach(() => rmSync(work, { recursive: true }))

const silent = () => undefined

describe('placeModel', () => {
  it('copies the files of the model alone, and lists it with their hashes', async () => {
    await placeModel(await fromFolder('tiny-embedder', usb), site, silent)
    const [model] = modelsIn(site)
    expect(model).toMatchObject({
      id: 'tiny-embedder',
      kind: 'embedder',
      engine: 'transformers',
      context: 512,
    })
    expect(model!.files.map(({ path }) => path).sort()).toEqual([
      'config.json',
      'onnx/model_quantized.onnx',
      'tokenizer.json',
      'tokenizer_config.json',
    ])
    const weights = model!.files.find(({ path }) => path.startsWith('onnx/'))
    expect(weights?.sha256).toBe(createHash('sha256').update(WEIGHTS).digest('hex'))
    expect(readFileSync(join(site, 'tiny-embedder', 'onnx', 'model_quantized.onnx'))).toEqual(
      Buffer.from(WEIGHTS),
    )
    expect(existsSync(join(site, 'tiny-embedder', 'notes.docx'))).toBe(false)
  })

  it('takes the words of the catalogue for an id that it has', async () => {
    const { manifest } = await fromFolder('all-minilm-l6-v2', usb)
    expect(manifest).toMatchObject({
      id: 'all-minilm-l6-v2',
      title: 'MiniLM L6, English',
      licence: 'Apache-2.0',
    })
  })

  it('goes on with a file that was cut short, and lists no model that was only begun', async () => {
    const placing = await fromFolder('tiny-embedder', usb)
    const cut = { ...placing, source: () => Promise.reject(new Error('pulled out')) }
    await expect(placeModel(cut, site, silent)).rejects.toThrow('pulled out')
    expect(modelsIn(site)).toEqual([])
    await placeModel(placing, site, silent)
    const file = join(site, 'tiny-embedder', 'onnx', 'model_quantized.onnx')
    truncateSync(file, 1000)
    const asked: number[] = []
    const counting: typeof placing.source = (wanted, from, signal) => {
      asked.push(from)
      return placing.source(wanted, from, signal)
    }
    await placeModel({ ...placing, source: counting }, site, silent)
    expect(asked).toEqual([1000])
    expect(readFileSync(file)).toEqual(Buffer.from(WEIGHTS))
  })
})

describe('fromFolder', () => {
  it('says what a folder lacks', async () => {
    rmSync(join(usb, 'tokenizer.json'))
    await expect(fromFolder('tiny-embedder', usb)).rejects.toThrow(/lacks tokenizer\.json/)
  })

  it('refuses an id that would lead out of the folder', async () => {
    await expect(fromFolder('../x', usb)).rejects.toThrow(/is no id of a model/)
  })
})

describe('fromHub', () => {
  it('refuses an id that the catalogue has not, before it asks anybody', async () => {
    await expect(fromHub('no-such-model')).rejects.toThrow(/no model "no-such-model"/)
  })
})
