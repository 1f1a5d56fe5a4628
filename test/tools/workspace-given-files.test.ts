import { describe, expect, it } from 'vitest'
import { bufferBytes } from '../../src/io/read/bytes.ts'
import { leadersFirst, neighboursAmong } from '../../src/tools/workspace/given-files.ts'
import { isWorthOpening } from '../../src/tools/workspace/dropped-files.ts'
import { fileOf, partId } from '../../src/tools/workspace/part-id.ts'

const given = (names: readonly string[]) =>
  names.map((name, at) => ({ id: `file-${at}`, name, bytes: bufferBytes(new Uint8Array(1)) }))

describe('neighboursAmong', () => {
  const beside = neighboursAmong(given(['a/Fire.SHP', 'a/fire.dbf', 'b/fire.dbf', 'c.tif']))

  it('finds what lies in the folder of a file, upper and lower case alike', () => {
    expect(beside('a/Fire.SHP', 'Fire.DBF')?.id).toBe('file-1')
    expect(beside('b/x.shp', 'fire.dbf')?.id).toBe('file-2')
    expect(beside('a/Fire.SHP', 'fire.prj')).toBeUndefined()
  })

  it('follows a path within the folders that were given, and none out of them', () => {
    expect(beside('a/x.vrt', '../c.tif')?.id).toBe('file-3')
    expect(beside('x.vrt', './c.tif')?.id).toBe('file-3')
    expect(beside('a/x.vrt', '../../c.tif')).toBeUndefined()
  })
})

describe('leadersFirst', () => {
  it('puts files that take others along before all others', () => {
    const names = leadersFirst(given(['a.img', 'a.hdr', 'b.tif', 'c.vrt'])).map(({ name }) => name)
    expect(names).toEqual(['a.hdr', 'c.vrt', 'a.img', 'b.tif'])
  })
})

describe('partId', () => {
  it('tells the file again', () => {
    expect(fileOf(partId('file-1', 'ndvi 2020-01-01'))).toBe('file-1')
    expect(partId('file-1', undefined)).toBe('file-1')
  })
})

describe('isWorthOpening', () => {
  const product = 'S2B_MSIL2A_20220413T150759_N0400_R025_T33XWJ_20220414T082126.SAFE'
  const granule = `${product}/GRANULE/L2A_T33XWJ_A026649_20220413T150756`

  it.each([
    `${product}/MTD_MSIL2A.xml`,
    `${granule}/MTD_TL.xml`,
    `${granule}/IMG_DATA/R20m/T33XWJ_20220413T150759_B8A_20m.jp2`,
    `${granule}/IMG_DATA/R20m/T33XWJ_20220413T150759_SCL_20m.jp2`,
    'elsewhere/picture.jp2',
  ])('takes %s', (path) => expect(isWorthOpening(path)).toBe(true))

  it.each([
    `${granule}/IMG_DATA/R10m/T33XWJ_20220413T150759_TCI_10m.jp2`,
    `${granule}/IMG_DATA/R10m/T33XWJ_20220413T150759_AOT_10m.jp2`,
    `${granule}/QI_DATA/MSK_CLDPRB_20m.jp2`,
    `${granule}/QI_DATA/T33XWJ_20220413T150759_PVI.jp2`,
    `${granule}/QI_DATA/MSK_DETFOO_B04.jp2`,
    `${product}/manifest.safe`,
    `${product}/HTML/UserProduct_index.kml`,
    'S1A_IW_GRDH_1SDV_20200101T053045_20200101T053110_030612_0381B5_1234.SAFE/preview/map-overlay.kml',
    `${product}/INSPIRE.xml`,
  ])('leaves %s', (path) => expect(isWorthOpening(path)).toBe(false))
})
