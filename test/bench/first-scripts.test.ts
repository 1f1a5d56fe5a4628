import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { firstScriptsKb, namedScripts } from '../../bench/lib/first-scripts.ts'

const folder = mkdtempSync(join(tmpdir(), 'geoforge-first-scripts-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const HTML = `<link rel="icon" href="./icon.svg">
  <script type="module" crossorigin src="./a.js"></script>
  <link rel="modulepreload" crossorigin href="./b.js"><link rel="stylesheet" href="./c.css">`

describe('the first scripts of a page', () => {
  it('are those that it names, preloads too, and no styles', () => {
    expect(namedScripts(HTML)).toEqual(['./a.js', './b.js'])
  })

  it('count as they travel', () => {
    const text = 'export const a = 1;\n'.repeat(500)
    writeFileSync(join(folder, 'index.html'), HTML)
    for (const name of ['a.js', 'b.js']) writeFileSync(join(folder, name), text)
    const packed = gzipSync(text)
    expect(gunzipSync(packed).toString()).toBe(text)
    expect(firstScriptsKb(folder)).toBeCloseTo((2 * packed.length) / 1000, 9)
    expect(firstScriptsKb(folder)).toBeLessThan((2 * text.length) / 1000 / 10)
  })
})
