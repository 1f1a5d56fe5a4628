import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { originOf, type Origin } from '../../src/ui/layers/origins.ts'

const sensing = join(import.meta.dirname, '../../src/sensing')
const sources = readdirSync(sensing, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => readFileSync(join(sensing, name), 'utf8'))
  .join('\n')

/** The part of a reason that stands in the code as it is, and what it says of where the fact comes from. */
const REASONS: readonly (readonly [why: string, origin: Origin])[] = [
  ['set by hand', 'hand'],
  ['reflectance factors and sun elevation stand in the _MTL.txt', 'metadata'],
  ['offset and quantification stand in MTD_MSIL2A.xml', 'metadata'],
  ["stands in the product's name", 'folder'],
  ['it stands in the file or product names', 'folder'],
  ['the name of the product says so', 'folder'],
  ['it stands in the file names', 'name'],
  ['the files are named as this product is', 'name'],
  ['the file name hints at it', 'name'],
  ['it is the only date in the file name', 'name'],
  ['name or description says elevation; the unit is taken to be the metre', 'name'],
  ['SCALE and OFFSET stand in the file', 'file'],
  ['the nodata tag of the file says so', 'file'],
  ['the band descriptions in the file say so', 'file'],
  ['the file carries an internal mask; pixels that it hides are no data', 'file'],
  ['Landsat Collection 2 level 2 specification', 'product'],
  ['is the fill value of these products', 'product'],
  ['no single date stands in the file name; set it', 'none'],
  ['no date stands in the names; set it', 'none'],
  ['name and tags follow no product that is known here', 'none'],
  ['the file states no SCALE and OFFSET; set them if the numbers are reflectance', 'none'],
  ['the file does not say which band is which; name them to use them in indices', 'none'],
  ['neither names nor tags say at which level the data was processed', 'none'],
  ['the file names no coordinate system that is known here', 'none'],
]

describe('originOf', () => {
  it.each(REASONS)('reads where it comes from: %s', (why, origin) => {
    expect(sources).toContain(why)
    expect(originOf({ field: 'scaling', value: '', why, sure: true })).toBe(origin)
  })
})
