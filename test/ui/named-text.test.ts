import { describe, expect, it } from 'vitest'
import { namedPieces } from '../../src/ui/chat/named-text.ts'

const files = { where: 'files', fileIds: [] } as const
const results = { where: 'results', file: 'f' } as const
const layers = [
  { id: 'layer-1', kind: 'vector', title: 'Area 1.geojson', storage: files },
  { id: 'layer-12', kind: 'vector', title: 'layer-1', storage: files },
  { id: 'layer-3', kind: 'vector', title: 'patches', storage: results },
  { id: 'layer-4', kind: 'raster', title: 'dem', storage: files },
] as const

describe('namedPieces', () => {
  it('names areas that a person gave, and nothing else', () => {
    expect(namedPieces('inside layer-1 alone, layer-3 and layer-4', layers)).toEqual([
      'inside ',
      { id: 'layer-1', name: 'Area 1' },
      ' alone, ',
      'layer-3',
      ' and ',
      'layer-4',
    ])
    expect(namedPieces('layer-12', layers)).toEqual([{ id: 'layer-12', name: 'layer-1' }])
    expect(namedPieces('8,026 ha', layers)).toEqual(['8,026 ha'])
  })
})
