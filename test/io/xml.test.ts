import { describe, expect, it } from 'vitest'
import { readXml } from '../../src/io/read/xml.ts'

describe('readXml', () => {
  it('gives elements without their namespaces, attributes, text and CDATA', async () => {
    const root = await readXml(
      '<?xml version="1.0"?><n1:A xmlns:n1="urn:x"><B unit="m"> 1 &amp; 2 </B><C><![CDATA[<d>]]></C></n1:A>',
    )
    expect(root.name).toBe('A')
    expect(root.children).toEqual([
      { name: 'B', attributes: { unit: 'm' }, children: [], text: '1 & 2' },
      { name: 'C', attributes: {}, children: [], text: '<d>' },
    ])
  })

  it('refuses a document type, so that no entity grows or fetches anything', async () => {
    const bomb = `<!DOCTYPE a [<!ENTITY b "${'x'.repeat(100)}"><!ENTITY c "&b;&b;&b;&b;">]><a>&c;</a>`
    const outside = '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'
    for (const text of [bomb, outside, '<!DOCTYPE a><a/>']) {
      await expect(readXml(text)).rejects.toMatchObject({
        code: 'unsupported_file',
        message: expect.stringContaining('DOCTYPE') as string,
      })
    }
  })

  it('reads no entity that nothing declares, nothing cut off, and no text without an element', async () => {
    for (const text of ['<a>&b;</a>', '<a><b>', '<a></b></a>', '']) {
      await expect(readXml(text)).rejects.toMatchObject({ code: 'read_failed' })
    }
  })

  it('stops at what is nested without end', async () => {
    await expect(readXml('<a>'.repeat(100_000))).rejects.toMatchObject({ code: 'limit_reached' })
  })
})
