import { describe, expect, it } from 'vitest'
import { BlockBuffers } from '../../src/raster/block-buffers.ts'

describe('BlockBuffers', () => {
  it('hands a block out again that was given back during a walk', async () => {
    const buffers = new BlockBuffers()
    await buffers.during(() => {
      const [first, second] = [buffers.take(8), buffers.take(8)]
      buffers.giveBack([first])
      expect(buffers.take(8)).toBe(first)
      expect(buffers.take(8) === second).toBe(false)
      expect(buffers.take(9)).toHaveLength(9)
      return Promise.resolve()
    })
  })

  it('hands a block to one taker only, however often it is given back', async () => {
    const buffers = new BlockBuffers()
    await buffers.during(() => {
      const block = buffers.take(8)
      buffers.giveBack([block, block])
      buffers.giveBack([block])
      expect([buffers.take(8), buffers.take(8)].filter((each) => each === block)).toHaveLength(1)
      return Promise.resolve()
    })
  })

  it('leaves alone what it did not hand out, and keeps little after the last walk', async () => {
    const buffers = new BlockBuffers()
    const foreign = new Float32Array(8)
    const large = BlockBuffers.BETWEEN_WALKS / 4
    let own: Float32Array = foreign
    await buffers.during(() => {
      own = buffers.take(8)
      buffers.giveBack([foreign, own])
      return Promise.resolve()
    })
    expect(buffers.take(8)).toBe(own)
    await buffers.during(() => {
      own = buffers.take(large + 1)
      buffers.giveBack([own])
      return Promise.resolve()
    })
    expect(buffers.take(large + 1) === own).toBe(false)
    const late = buffers.take(9)
    buffers.giveBack([late])
    expect(buffers.take(9) === late).toBe(false)
  })

  it('forgets its blocks where a walk fails', async () => {
    const buffers = new BlockBuffers()
    let own: Float32Array = new Float32Array()
    const failing = buffers.during(() => {
      own = buffers.take(BlockBuffers.BETWEEN_WALKS)
      buffers.giveBack([own])
      return Promise.reject(new Error('stopped'))
    })
    await expect(failing).rejects.toThrow('stopped')
    expect(buffers.take(BlockBuffers.BETWEEN_WALKS) === own).toBe(false)
  })
})
