import { describe, expect, it } from 'vitest'
import { seenLines } from '../../src/ui/chat/seen-lines.ts'
import { emptyRun, withEvent, type RunView } from '../../src/ui/chat/run-view.ts'

const SENSING = [
  'scene-1: landsat-8 L1TP, reflectance, 2019-08-09',
  'layer-2: vector, undated',
  'layer-12: mask raster burned, 2019-08-25',
  'layer-3: index raster ndvi, 2019-08-25',
  'Not all scenes overlap.',
].join('\n')

function runWith(args: Readonly<Record<string, unknown>>): RunView {
  const run = withEvent(emptyRun('?', 0), {
    ...{ type: 'step-start', at: 1, step: 1, purpose: '' },
    call: { tool: 'clip_to_polygons', args },
  })
  return { ...run, context: { sensing: SENSING } as RunView['context'] }
}

describe('seenLines', () => {
  it('sets apart what the steps took none of', () => {
    const { taken, others } = seenLines(runWith({ layer: 'scene-1', polygons: ['layer-2', 'layer-1'] }))
    expect(taken.map((line) => line.split(':')[0])).toEqual(['scene-1', 'layer-2', 'Not all scenes overlap.'])
    expect(others.map((line) => line.split(':')[0])).toEqual(['layer-12', 'layer-3'])
  })

  it('has no lines before the run has looked', () => {
    expect(seenLines(emptyRun('?', 0))).toEqual({ taken: [], others: [] })
  })
})
