import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { VERSION } from '../../src/lib/version.ts'

it('VERSION is that of the package', () => {
  const file = new URL('../../package.json', import.meta.url)
  expect(VERSION).toBe((JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version)
})
