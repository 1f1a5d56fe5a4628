import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { FORMAT_ROWS, formatReference } from '../../scripts/lib/format-reference.ts'
import { isArchiveName } from '../../src/io/read/archive-kind.ts'
import { RASTER_ENDINGS } from '../../src/io/read/open-file.ts'
import { isSideFile } from '../../src/sensing/recognise.ts'
import { isDocumentName } from '../../src/tools/workspace/documents.ts'

const root = join(import.meta.dirname, '..', '..')
const endings = FORMAT_ROWS.flatMap((row) => row.endings)

describe('docs/formats.md', () => {
  it('is what the table says: run npm run docs', () => {
    expect(readFileSync(join(root, 'docs', 'formats.md'), 'utf8')).toBe(formatReference())
  })

  it('names every ending of rasters, and none that nobody reads', () => {
    expect(endings).toEqual(expect.arrayContaining([...RASTER_ENDINGS]))
    const isRead = (ending: string) =>
      RASTER_ENDINGS.includes(ending) ||
      isDocumentName(`a.${ending}`) ||
      isArchiveName(`a.${ending}`) ||
      isSideFile(`a${ending}`) ||
      isSideFile(ending)
    expect(endings.filter((ending) => !isRead(ending))).toEqual([])
  })

  it('names tests that are there and libraries that the project has', () => {
    const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>
    }
    for (const { test, library } of FORMAT_ROWS) {
      expect(existsSync(join(root, test)), test).toBe(true)
      for (const name of library.split(', ').filter((each) => !/^(ours|DecompressionStream)$/.test(each)))
        expect(dependencies, name).toHaveProperty([name])
    }
  })
})
