import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { bufferBytes } from '../../../src/io/read/bytes.ts'
import { openFile } from '../../../src/io/read/open-file.ts'
import { mostlyAtHeader, type Mutation } from './byte-mutations.ts'
import { oneOf, type FuzzTarget } from './target.ts'
import { readAsProgram } from './tiff.ts'

const FOLDER = resolve(import.meta.dirname, '..', '..', '..', 'test', 'fixtures', 'jp2')
/** The boxes of the fixtures and the headers of their codestreams end within. */
const HEADER_BYTES = 600

/** Sets a byte that says how the image is made up: anywhere else it is but pixels that change. */
const headerByte: Mutation = (bytes, random) => {
  const siz = bytes.findIndex((byte, at) => byte === 0xff && bytes[at + 1] === 0x4f && bytes[at + 2] === 0xff)
  const start = random() < 0.5 ? siz : 0
  const at = Math.min(bytes.length - 1, start + Math.floor(random() * (start === 0 ? HEADER_BYTES : 120)))
  const value = oneOf(random, [0, 1, 2, 0x7f, 0x80, 0xff, Math.floor(random() * 256)])
  const changed = bytes.slice()
  changed[at] = value
  return { bytes: changed, story: `byte ${at} is ${value}` }
}

/** JPEG 2000 files: mutants of the fixtures. */
export function jp2Target(): FuzzTarget {
  const corpus = readdirSync(FOLDER)
    .filter((name) => name.endsWith('.jp2'))
    .sort()
    .map((name) => ({ name, bytes: new Uint8Array(readFileSync(join(FOLDER, name))) }))
  return {
    corpus,
    mutate: (random) => mostlyAtHeader(corpus, headerByte, random),
    run: (bytes) =>
      readAsProgram(bufferBytes(bytes), async (source) => {
        const [file] = await openFile({ bytes: source, name: 'mutant.jp2', beside: () => undefined })
        return file!
      }),
  }
}
