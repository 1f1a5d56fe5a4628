import { describe, expect, it } from 'vitest'
import { clippedRing, densified } from '../../src/ui/map/clip-ring.ts'
import { fileNameOf, freeNumber, isLonLat, nameOfFile, typedCorners } from '../../src/ui/map/typed-area.ts'

describe('typedCorners', () => {
  it('takes two lines for opposite corners', () => {
    expect(typedCorners('-57.5, -19\n−57,−18.5')).toEqual([
      [-57.5, -19],
      [-57, -19],
      [-57, -18.5],
      [-57.5, -18.5],
    ])
  })

  it('takes three and more for a polygon, whatever stands between the numbers', () => {
    expect(typedCorners('0 0\n\n 10;0 \n10\t5')).toEqual([
      [0, 0],
      [10, 0],
      [10, 5],
    ])
  })

  it.each(['', '1,2', '1,2\n3', '1,2\nx,y', '1,2,3\n4,5,6', '1,2\n1,5'])(
    'takes “%s” for no corners',
    (text) => {
      expect(typedCorners(text)).toBeNull()
    },
  )
})

describe('names of areas', () => {
  it('become names of files and back', () => {
    expect(fileNameOf('North field')).toBe('North field.geojson')
    expect(nameOfFile('North field.geojson')).toBe('North field')
    expect(fileNameOf('../a\u202e<b>:c')).toBe('.. a b c.geojson')
    expect(fileNameOf('   ')).toBe('area.geojson')
    expect(freeNumber(['Area 1', 'Area 3'], (number) => `Area ${number}`)).toBe(2)
  })

  it('lie on the globe', () => {
    expect(isLonLat([180, -90])).toBe(true)
    expect(isLonLat([430000, 7900000])).toBe(false)
  })
})

describe('clippedRing', () => {
  const square = [
    [0, 0],
    [10, 0],
    [10, 10],
    [0, 10],
  ] as const
  const area = (ring: readonly (readonly [number, number])[]) =>
    Math.abs(
      ring.reduce((sum, [x, y], at) => {
        const [nextX, nextY] = ring[(at + 1) % ring.length]!
        return sum + x * nextY - nextX * y
      }, 0),
    ) / 2

  it('keeps the part inside the box', () => {
    expect(area(clippedRing(square, [5, 5, 20, 20]))).toBe(25)
    expect(area(clippedRing(square, [-5, -5, 20, 20]))).toBe(100)
    expect(clippedRing(square, [20, 20, 30, 30])).toEqual([])
  })

  it('leaves the shape as it is where steps are added', () => {
    const dense = densified(square, 2)
    expect(dense).toHaveLength(20)
    expect(area(dense)).toBe(100)
  })
})
