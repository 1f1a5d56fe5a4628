import { describe, expect, it } from 'vitest'
import { cholesky, solveBy } from '../../src/lib/cholesky.ts'

const rows = (...values: number[][]) => values.map((row) => Float64Array.from(row))

describe('cholesky', () => {
  it('finds the triangle whose square is the matrix', () => {
    // numpy.linalg.cholesky([[4, 2, 2], [2, 5, 3], [2, 3, 6]])
    const lower = cholesky(rows([4, 2, 2], [2, 5, 3], [2, 3, 6]))
    expect(lower.map((row) => [...row])).toEqual([
      [2, 0, 0],
      [1, 2, 0],
      [1, 1, 2],
    ])
  })

  it('refuses a matrix that is not positive definite', () => {
    expect(() => cholesky(rows([1, 2], [2, 1]))).toThrow(/not positive definite/)
  })
})

describe('solveBy', () => {
  const matrix = [[4, 2, 2], [2, 5, 3], [2, 3, 6]] // prettier-ignore
  const lower = cholesky(rows(...matrix))

  it('solves the system', () => {
    const x = solveBy(lower, [8, 10, 11])
    matrix.forEach((row, at) =>
      expect(row.reduce((sum, value, col) => sum + value * x[col]!, 0)).toBeCloseTo([8, 10, 11][at]!, 12),
    )
  })

  it('may begin where the right side does', () => {
    expect([...solveBy(lower, [0, 0, 1], 2)]).toEqual([...solveBy(lower, [0, 0, 1])])
  })
})
