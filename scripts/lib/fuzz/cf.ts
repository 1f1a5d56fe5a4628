import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { bufferBytes } from '../../../src/io/read/bytes.ts'
import { openFile } from '../../../src/io/read/open-file.ts'
import { mostlyAtHeader, type Mutation } from './byte-mutations.ts'
import { below, oneOf, type FuzzTarget } from './target.ts'
import { readAsProgram } from './tiff.ts'

const FOLDER = resolve(import.meta.dirname, '..', '..', '..', 'test', 'fixtures', 'cf')
/** Names, sizes and places stand in the first kilobytes. */
const HEADER_BYTES = 4096

const headerByte: Mutation = (bytes, random) => {
  const at = below(random, Math.min(bytes.length, HEADER_BYTES))
  const value = oneOf(random, [0, 1, 0x7f, 0x80, 0xff, below(random, 256)])
  const changed = bytes.slice()
  changed[at] = value
  return { bytes: changed, story: `byte ${at} is ${value}` }
}

/** HDF5, NetCDF-4 and NetCDF-3 files: mutants of the fixtures. */
export function cfTarget(): FuzzTarget {
  const corpus = readdirSync(FOLDER)
    .filter((name) => /\.(nc|h5)$/.test(name))
    .sort()
    .map((name) => ({ name, bytes: new Uint8Array(readFileSync(join(FOLDER, name))) }))
  return {
    corpus,
    mutate: (random) => mostlyAtHeader(corpus, headerByte, random),
    run: (bytes) =>
      readAsProgram(bufferBytes(bytes), async (source) => {
        const [file, ...others] = await openFile({
          bytes: source,
          name: 'mutant.nc',
          beside: () => undefined,
        })
        return {
          ...file!,
          source: file!.source.bind(file),
          async close() {
            for (const each of [file!, ...others]) await each.close()
          },
        }
      }),
  }
}
