import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { DATABASE, FOLDERS, KEY_DATABASE } from '../../src/store/site-data.ts'

const root = join(import.meta.dirname, '../..')

/** All code of the app. */
const sources = ['src', 'workers'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|svelte)$/.test(name))
    .map((name) => ({ name, text: readFileSync(join(root, folder, name), 'utf8') })),
)
const found = (pattern: RegExp) =>
  sources.flatMap(({ text }) => [...text.matchAll(pattern)].map(([, name]) => name!))

describe('what a reset erases', () => {
  it('is every folder that the app makes', () => {
    const made = new Set(found(/(?:opfsFolder|folders?|folderOf)\('([\w-]+)'/g))
    expect(made.size).toBeGreaterThan(2)
    expect([...made].filter((name) => !(FOLDERS as readonly string[]).includes(name))).toEqual([])
  })

  it('is every database, of which there are two', () => {
    const classes = found(/class (\w+) extends Dexie/g)
    expect(classes.toSorted()).toEqual(['Database', 'KeyDatabase'])
    expect([DATABASE, KEY_DATABASE]).toEqual(['geoforge', 'geoforge-profile'])
  })

  it('is every choice, by its beginning', () => {
    const keys = sources
      .filter(({ text }) => /(local|session)Storage\b/.test(text))
      .flatMap(({ text }) => [...text.matchAll(/const (?:KEY|TRIED) = '([^']+)'/g)].map(([, key]) => key!))
    expect(keys.length).toBeGreaterThan(4)
    expect(keys.filter((key) => !key.startsWith('geoforge-'))).toEqual([])
  })
})
