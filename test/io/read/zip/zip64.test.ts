import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { fileBytes } from '../../../../src/io/node/file-bytes.ts'
import { openZip } from '../../../../src/io/read/zip/open-zip.ts'
import { pythonWith } from '../../../helpers/python.ts'

const python = pythonWith('zipfile')

/** 5 GB of nothing, which take no room on the disk, then a zip whose offsets need 64 bits. */
const FAR = `
import sys, zipfile
with open(sys.argv[1], "wb") as file:
    file.seek(5 << 30)
    with zipfile.ZipFile(file, "w") as out:
        out.writestr("a/stored.tif", bytes(range(256)) * 40)
        out.writestr("a/packed.tif", bytes(range(256)) * 40, zipfile.ZIP_DEFLATED)
        with out.open(zipfile.ZipInfo("a/forced.tif"), "w", force_zip64=True) as member: member.write(bytes(range(256)) * 40)
`
/** More files than 16 bits count. */
const MANY = `
import sys, zipfile
with zipfile.ZipFile(sys.argv[1], "w") as out:
    for number in range(65600): out.writestr(f"{number}.txt", b"")
`

describe.skipIf(!python)('a zip with fields of 64 bits, written by Python (needs python3)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'geoforge-zip64-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const made = (name: string, script: string) => {
    const path = join(folder, name)
    const { status, stderr } = spawnSync(python!, ['-c', script, path], { encoding: 'utf8' })
    expect(status, stderr).toBe(0)
    return fileBytes(path)
  }

  it('is read beyond 4 GB, stored and deflated', async () => {
    const bytes = await made('far.zip', FAR)
    expect(bytes.size).toBeGreaterThan(5 * 2 ** 30)
    const members = await openZip(bytes)
    expect(members.map(({ path, size }) => [path, size])).toEqual([
      ['a/stored.tif', 10240],
      ['a/packed.tif', 10240],
      ['a/forced.tif', 10240],
    ])
    for (const member of members) {
      const found = new Uint8Array(10240)
      await member.extract({
        write(offset, part) {
          found.set(part, offset)
          return Promise.resolve()
        },
        close: () => Promise.resolve(),
        abandon: () => Promise.reject(new Error('left')),
      })
      expect(found.every((byte, at) => byte === at % 256)).toBe(true)
    }
    await bytes.close?.()
  })

  it('is refused with what to do where it lists more files than a page can hold', async () => {
    const bytes = await made('many.zip', MANY)
    await expect(openZip(bytes)).rejects.toThrow(/more than 20000 files; unpack it/)
    await bytes.close?.()
  })
})
