import { describe, expect, it } from 'vitest'
import { blobBytes } from '../../src/io/read/bytes.ts'
import { OpfsFiles } from '../../src/store/opfs.ts'
import { StoredModels } from '../../src/store/model-files.ts'
import { VisitFolder } from '../../src/store/visit-folder.ts'
import { WriterGate } from '../../src/store/writer-gate.ts'

const gate = new WriterGate()
gate.set(true)
const bytes = (...values: number[]) => new Uint8Array(values)

describe('VisitFolder', () => {
  it('takes results as the file system does: seen when whole, under their own name', async () => {
    const files = new OpfsFiles({ folder: new VisitFolder().handle, gate, toBytes: blobBytes })
    const sink = await files.create('dnbr.tif')
    await sink.write(2, bytes(3, 4))
    await sink.write(0, bytes(1, 2))
    await expect(files.blob('dnbr.tif')).rejects.toMatchObject({ code: 'read_failed' })
    await sink.close()
    const blob = await files.blob('dnbr.tif')
    expect([blob.name, ...new Uint8Array(await blob.arrayBuffer())]).toEqual(['dnbr.tif', 1, 2, 3, 4])
    expect(await files.list()).toEqual(['dnbr.tif'])
    await files.remove('dnbr.tif')
    expect(await files.list()).toEqual([])
  })

  it('leaves nothing of a file that was given up', async () => {
    const files = new OpfsFiles({ folder: new VisitFolder().handle, gate, toBytes: blobBytes })
    const sink = await files.create('half.tif')
    await sink.write(0, bytes(1))
    await sink.abandon()
    expect(await files.list()).toEqual([])
  })

  it('goes on with a file where it was left, in folders below', async () => {
    const folder = new VisitFolder().handle
    const models = new StoredModels({ folder, gate, parse: (value) => value as never })
    const first = await models.open('tiny', 'onnx/model.onnx')
    first.append(bytes(1, 2, 3))
    await expect(models.open('tiny', 'onnx/model.onnx')).rejects.toMatchObject({ code: 'store_failed' })
    first.close()
    const second = await models.open('tiny', 'onnx/model.onnx')
    second.truncate(2)
    second.append(bytes(9))
    const read = bytes(0, 0)
    expect([second.size(), second.read(read, 1), ...read]).toEqual([3, 2, 2, 9])
    second.close()
    expect(new Uint8Array(await (await models.blob('tiny', 'onnx/model.onnx'))!.arrayBuffer())).toEqual(
      bytes(1, 2, 9),
    )
  })
})
