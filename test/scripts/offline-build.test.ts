import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { offlineManifest } from '../../scripts/lib/offline-build.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'geoforge-manifest-'))
  mkdirSync(join(folder, 'sample', '7'), { recursive: true })
  writeFileSync(join(folder, 'index.html'), 'page')
  writeFileSync(join(folder, 'sample', '7', 'truth.json'), '{}')
})

afterEach(() => rmSync(folder, { recursive: true }))

describe('offlineManifest', () => {
  it('lists the files of the build, without the service worker itself', () => {
    writeFileSync(join(folder, 'service-worker.js'), 'old')
    expect(offlineManifest(folder, {}).files).toEqual(['index.html', 'sample/7/truth.json'])
  })

  it('leaves models of the site out, which are far larger than the app, but not their list', () => {
    mkdirSync(join(folder, 'models', 'tiny'), { recursive: true })
    writeFileSync(join(folder, 'models', 'index.json'), '[]')
    writeFileSync(join(folder, 'models', 'tiny', 'model.gguf'), 'GGUF')
    expect(offlineManifest(folder, {}).files).toContain('models/index.json')
    expect(offlineManifest(folder, {}).files).not.toContain('models/tiny/model.gguf')
  })

  it('sets engines of models apart, which are kept when they are first asked for', () => {
    mkdirSync(join(folder, 'assets'))
    writeFileSync(join(folder, 'assets', 'engine-1.wasm'), new Uint8Array(4_000_001))
    writeFileSync(join(folder, 'assets', 'main-1.js'), 'page')
    const { files, onDemand } = offlineManifest(folder, {})
    expect(onDemand).toEqual(['assets/engine-1.wasm'])
    expect(files).toEqual(['assets/main-1.js', 'index.html', 'sample/7/truth.json'])
  })

  it('keeps the reader of HDF5 from the start, though it is large', () => {
    mkdirSync(join(folder, 'assets'))
    writeFileSync(join(folder, 'assets', 'hdf5_hl-1.js'), new Uint8Array(4_800_000))
    const { files, onDemand } = offlineManifest(folder, {})
    expect(onDemand).toEqual([])
    expect(files).toContain('assets/hdf5_hl-1.js')
  })

  it('keeps its version while no byte changes', () => {
    expect(offlineManifest(folder, {})).toEqual(offlineManifest(folder, {}))
  })

  it('changes its version with a byte, a name or a header', () => {
    const before = offlineManifest(folder, {}).version
    const versions = [before, offlineManifest(folder, { a: 'b' }).version]
    versions.push(offlineManifest(folder, {}, { 'index.html': { a: 'b' } }).version)
    writeFileSync(join(folder, 'index.html'), 'pagf')
    versions.push(offlineManifest(folder, {}).version)
    writeFileSync(join(folder, 'index.html'), 'page')
    writeFileSync(join(folder, 'empty'), '')
    versions.push(offlineManifest(folder, {}).version)
    expect(new Set(versions).size).toBe(5)
  })
})
