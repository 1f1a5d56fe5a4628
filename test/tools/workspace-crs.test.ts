import { describe, expect, it } from 'vitest'
import { blobBytes } from '../../src/io/read/bytes.ts'
import { memoryResults } from '../../src/io/write/memory-results.ts'
import { memoryStore } from '../../src/memory/index.ts'
import { UNKNOWN_CRS } from '../../src/raster/grid/grid.ts'
import { TOOLS } from '../../src/tools/index.ts'
import { Workspace } from '../../src/tools/workspace.ts'
import { burnedField, BURNED_HECTARES } from '../browser/burned-field.ts'
import { answerOf, deskWith, messagesOf } from '../helpers/field.ts'

const QUESTION = 'How many hectares burned between the two dates?'

async function placeless() {
  const files = await burnedField(UNKNOWN_CRS)
  return files.map(({ name, file }, at) => ({ id: `file-${at}`, name, bytes: blobBytes(file) }))
}

const newWorkspace = () => new Workspace({ results: memoryResults(), tools: TOOLS })
const describeScene = async (workspace: Workspace) => {
  const outcome = await workspace.run({ tool: 'describe_layer', args: { layer: 'scene-1' } })
  return outcome.ok ? outcome.observation : expect.fail(outcome.error.message)
}

describe('Workspace.override with an EPSG code', () => {
  it('lets areas be measured that were refused before, naming what to do', async () => {
    const desk = await deskWith(await placeless())
    const refused = await desk.ask(QUESTION, memoryStore())
    expect(messagesOf(refused).join(' ')).toMatch(/set its EPSG code in the details of the scene/)
    for (const id of ['scene-1', 'scene-2']) await desk.workspace.override(id, { epsg: 32621 })
    expect(answerOf(await desk.ask(QUESTION, memoryStore()))).toMatchObject({
      value: BURNED_HECTARES,
      unit: 'ha',
    })
  })

  it('places every band, keeps where pixels lie in it, and makes other data of the scene', async () => {
    const workspace = newWorkspace()
    await workspace.addFiles(await placeless())
    const [before] = workspace.layers()
    const layer = await workspace.override('scene-1', { epsg: 32621 })
    expect(layer.grid).toMatchObject({ crs: { id: 'EPSG:32621' }, transform: before!.grid!.transform })
    expect(layer.scene!.bands.map((band) => band.grid.crs.id)).toEqual(Array(3).fill('EPSG:32621'))
    expect((await workspace.source('scene-1', 'red')).grid.crs.metresPerUnit).toBe(1)
    expect(layer.fingerprint).not.toBe(before!.fingerprint)
  })

  it('is remembered when the same files are given again, until it is taken back', async () => {
    const first = newWorkspace()
    await first.addFiles(await placeless())
    await first.override('scene-1', { epsg: 32621 })
    const next = newWorkspace()
    await next.restore([], [], { overrides: structuredClone(first.overrides()) })
    const { layers } = await next.addFiles(await placeless())
    expect(layers.map(({ grid }) => grid!.crs.id)).toEqual(['EPSG:32621', 'unknown'])
    expect((await next.override('scene-1', { reset: true })).grid!.crs.id).toBe('unknown')
    expect(next.overrides()).toEqual({})
  })

  it('holds over a restart, pixels and all', async () => {
    const first = newWorkspace()
    const { layers } = await first.addFiles(await placeless())
    const changed = await first.override('scene-1', { epsg: 32621 })
    const next = newWorkspace()
    await next.restore(structuredClone([changed, layers[1]!]), await placeless(), {
      overrides: first.overrides(),
    })
    expect((await next.source('scene-1', 'red')).grid.crs.id).toBe('EPSG:32621')
    expect(next.layers()[0]!.grid!.crs.id).toBe('EPSG:32621')
  })

  it('is said of the layer, as the lack of a system is', async () => {
    const workspace = newWorkspace()
    await workspace.addFiles(await placeless())
    const before = await describeScene(workspace)
    expect(before.text).toMatch(/Assumed crs: unknown \(.*set its EPSG code/)
    expect(before.warnings.join()).toMatch(/No area: .*EPSG code/)
    await workspace.override('scene-1', { epsg: 32621 })
    const after = await describeScene(workspace)
    expect(after.text).toMatch(/Read crs: EPSG:32621 \(WGS 84 \/ UTM zone 21N\) \(set by hand\)/)
    expect(after.text).toMatch(/Read nodata: 0 \(the nodata tag of the file says so\)/)
    // 40 × 40 pixels of 400 m².
    expect(after.numbers.find(({ name }) => name === 'area')).toMatchObject({ value: 64, unit: 'ha' })
  })
})
