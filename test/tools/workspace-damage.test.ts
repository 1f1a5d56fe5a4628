import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { bufferBytes } from '../../src/io/read/bytes.ts'
import { memoryResults } from '../../src/io/write/memory-results.ts'
import { TOOLS } from '../../src/tools/index.ts'
import { Workspace } from '../../src/tools/workspace.ts'

const PATH = join(import.meta.dirname, '..', 'fixtures', 'jp2', 'u8-tiled.jp2')

/** The fixture with its second tile overwritten, 32 × 32 of 100 × 70 pixels, or whole. */
function fixture(isDamaged: boolean): Uint8Array {
  const bytes = new Uint8Array(readFileSync(PATH))
  const view = new DataView(bytes.buffer)
  const marker = [...bytes.keys()].find(
    (at) => at + 12 < bytes.length && view.getUint32(at) === 0xff90000a && view.getUint16(at + 4) === 1,
  )!
  if (isDamaged) bytes.fill(0xff, marker + 14, marker + 150)
  return bytes
}

async function validPixels(isDamaged: boolean) {
  const workspace = new Workspace({ results: memoryResults(), tools: TOOLS })
  const { problems } = await workspace.addFiles([
    { id: 'file-1', name: 'measured.jp2', bytes: bufferBytes(fixture(isDamaged)) },
  ])
  expect(problems).toEqual([])
  const outcome = await workspace.run({ tool: 'statistics', args: { layer: 'scene-1' } })
  if (!outcome.ok) return expect.fail(outcome.error.message)
  const { numbers, warnings } = outcome.observation
  return { valid: numbers.find(({ name }) => name === 'valid')?.value, warnings }
}

describe('a run over a file with a damaged tile', () => {
  it('leaves its pixels out and says so, whichever run came upon it first', async () => {
    const { valid, warnings } = await validPixels(true)
    expect(valid).toBe(100 * 70 - 32 * 32)
    expect(warnings.join(' ')).toMatch(/^.*1 tile of scene-1 cannot be decoded, as the file is damaged/)
  })

  it('says nothing of a file that is whole', async () => {
    const { valid, warnings } = await validPixels(false)
    expect(valid).toBe(100 * 70)
    expect(warnings.join(' ')).not.toContain('damaged')
  })
})
