import { describe, expect, it } from 'vitest'
import { clauses } from '../../src/retrieval/clauses.ts'

describe('clauses', () => {
  it('cuts at sentence ends, commas, "and" and "then"', () => {
    expect(
      clauses('Map the water. Mask clouds, compute NDVI and measure the area then export the layer.'),
    ).toEqual(['Map the water.', 'Mask clouds', 'compute NDVI', 'measure the area', 'export the layer.'])
  })

  it('keeps decimal numbers and "between X and Y" whole', () => {
    expect(clauses('What burned between June 2019 and July 2019 at dNBR above 0.27?')).toEqual([
      'What burned between June 2019 and July 2019 at dNBR above 0.27?',
    ])
  })

  it('does not cut inside words', () => {
    expect(clauses('sandy islands strengthen')).toEqual(['sandy islands strengthen'])
  })

  it('leaves out parts without a telling word', () => {
    expect(clauses('Find snow, and then, please.')).toEqual(['Find snow'])
  })

  it('gives back a question that says nothing as it is', () => {
    expect(clauses(' … ')).toEqual(['…'])
  })
})
