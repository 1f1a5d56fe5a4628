import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { toolReference } from '../../scripts/lib/tool-reference.ts'
import { TOOLS } from '../../src/tools/index.ts'

const folder = resolve(import.meta.dirname, '..', '..', 'docs', 'tools')

describe('toolReference', () => {
  it('has each tool once, with source, arguments and an example', () => {
    const text = [...toolReference(TOOLS).values()].join('\n')
    for (const { name, family } of TOOLS) {
      const place = family === 'indices' ? `<a id="${name}"></a>` : `## \`${name}\``
      expect(text.split(place), name).toHaveLength(2)
    }
    expect(text).not.toMatch(/undefined|\[object/)
  })

  it('is what docs/tools holds: run npm run docs', () => {
    const pages = toolReference(TOOLS)
    const files = existsSync(folder) ? readdirSync(folder) : []
    expect(files.sort()).toEqual([...pages.keys()].sort())
    const stale = [...pages].filter(([file, page]) => readFileSync(join(folder, file), 'utf8') !== page)
    expect(stale.map(([file]) => file)).toEqual([])
  })
})
