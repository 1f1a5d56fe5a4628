import { describe, expect, it } from 'vitest'
import { parseGdalMetadata } from '../../../src/io/read/gdal-metadata.ts'

const parse = (items: string) => parseGdalMetadata(`<GDALMetadata>\n${items}\n</GDALMetadata>`)

describe('parseGdalMetadata', () => {
  it('gives items of the data set and what is said of bands', () => {
    const { items, bands } = parse(`  <Item name="AREA">x</Item>
      <Item name="SCALE" sample="1" role="scale">0.0001</Item>
      <Item name='OFFSET' sample='1' role='offset'> -0.1 </Item>
      <Item name="DESCRIPTION" sample="0" role="description">B4 &lt;red&gt;</Item>
      <Item name="COLORINTERP" sample="2" role="colorinterp">Alpha</Item>`)
    expect({ ...items }).toEqual({ AREA: 'x' })
    expect([...bands]).toEqual([
      [1, { scale: 0.0001, offset: -0.1 }],
      [0, { description: 'B4 <red>' }],
      [2, { isAlpha: true }],
    ])
  })

  it('undoes the entities of XML and no others, twice, as GDAL writes them', () => {
    const text = '&amp;lt; &#65;&#x42; &quot;&apos; &other; &#0; &#x110000; &'
    expect(parse(`<Item name="a">${text}</Item>`).items['a']).toBe('< AB "\' &other; &#0; &#x110000; &')
  })

  it('passes over items of another domain, without a name, or with elements inside', () => {
    const { items } = parse(
      '<Item name="a" domain="RPC">1</Item><Item>2</Item><Item name="b"><i>3</i></Item><Items name="c">4</Items><Item name="d"/>',
    )
    expect({ ...items }).toEqual({ d: '' })
  })

  it('takes no numbers that are none, and names that objects have', () => {
    const { items, bands } = parse(
      '<Item name="s" sample="0" role="scale">1e999</Item><Item name="o" sample="0" role="offset"></Item><Item name="__proto__">x</Item>',
    )
    expect([...bands]).toEqual([[0, {}]])
    expect(Object.keys(items)).toEqual(['__proto__'])
  })

  it('gives what is whole where the text is cut', () => {
    expect({ ...parse('<Item name="a">1</Item><Item name="b">2').items }).toEqual({ a: '1' })
    expect({ ...parseGdalMetadata('<Item name="a').items }).toEqual({})
    expect({ ...parseGdalMetadata(null).items }).toEqual({})
  })
})
