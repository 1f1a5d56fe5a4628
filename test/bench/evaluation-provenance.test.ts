import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { provenance } from '../../bench/evaluation/provenance.ts'

const bench = resolve(import.meta.dirname, '..', '..', 'bench')

describe('provenance', () => {
  it('is the same for the same tree', () => {
    expect(provenance([bench], { order: 1 })).toEqual(provenance([bench], { order: 1 }))
  })

  it('changes with the code and tells the seeds', () => {
    const folder = mkdtempSync(join(tmpdir(), 'geoforge-code-'))
    try {
      writeFileSync(join(folder, 'a.ts'), 'export const a = 1\n')
      const before = provenance([folder], { order: 7 })
      writeFileSync(join(folder, 'a.ts'), 'export const a = 2\n')
      expect(provenance([folder], { order: 7 }).code).not.toBe(before.code)
      expect(before).toMatchObject({ seeds: { order: 7 } })
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('names no commit outside a repository', () => {
    const folder = mkdtempSync(join(tmpdir(), 'geoforge-code-'))
    try {
      expect(provenance([folder], {}).commit).toBe(null)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
