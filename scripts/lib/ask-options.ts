import { readdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { AppError } from '../../src/lib/errors.ts'
import type { MemoryMode } from '../../src/trace/events.ts'

export interface AskOptions {
  readonly question: string
  readonly data: string
  readonly json: boolean
  /** File of the memory. */
  readonly memory: string | undefined
  readonly mode: MemoryMode
  readonly out: string | undefined
}

export const USAGE = `usage: npm run ask -- --data DIR [--json] [--memory FILE|off|read-only] [--out DIR] "question"
  --data DIR     folder of rasters and their metadata files, read with its subfolders
  --json         one JSON object on standard output, nothing else
  --memory FILE  keeps what was learned between calls; made where it does not exist
  --memory off   recalls nothing but the skills that ship, and learns nothing
  --memory read-only  with a FILE of its own: recalls from it and leaves it as it is
  --out DIR      keeps the layers as GeoTIFF and GeoJSON; without it they go when the command ends`

/** Reads the command line. Throws invalid_input with the usage. */
export function askOptions(args: readonly string[]): AskOptions {
  const { values, positionals } = parsed(args)
  const question = positionals.join(' ').trim()
  if (!values.data) throw new AppError('invalid_input', `no --data was given\n${USAGE}`)
  if (question === '') throw new AppError('invalid_input', `no question was asked\n${USAGE}`)
  const { data, json = false, memory = [], out } = values
  return { question, data, json, ...memoryOf(memory), out }
}

/** A file called 'off' is reached as './off'. Throws invalid_input. */
function memoryOf(given: readonly string[]): Pick<AskOptions, 'memory' | 'mode'> {
  const modes = given.filter((word) => word === 'off' || word === 'read-only')
  const files = given.filter((word) => word !== 'off' && word !== 'read-only')
  const [mode = 'on'] = modes
  const [memory] = files
  if (modes.length > 1 || files.length > 1) {
    throw new AppError(
      'invalid_input',
      `--memory was given as ${given.join(' and ')}; give one file and one mode at most\n${USAGE}`,
    )
  }
  if (mode === 'off' && memory !== undefined) {
    throw new AppError(
      'invalid_input',
      `--memory off reads no file, and ${memory} was given; leave one of them out\n${USAGE}`,
    )
  }
  if (mode === 'read-only' && memory === undefined) {
    throw new AppError(
      'invalid_input',
      `--memory read-only has nothing to read; give --memory FILE beside it\n${USAGE}`,
    )
  }
  return { memory, mode }
}

/** Looks at all that the run will need before it begins. Throws invalid_input. */
export async function checkPlaces({ data, memory, mode, out }: AskOptions): Promise<void> {
  const found = await kindOf(data)
  if (found !== 'folder') throw fault('--data', data, found === 'file' ? 'is no folder' : 'is not there')
  if (memory !== undefined) {
    if ((await kindOf(memory)) === 'folder') throw fault('--memory', memory, 'is a folder, not a file')
    if (mode === 'read-only' && (await kindOf(memory)) === 'nothing') {
      throw fault('--memory', memory, 'is not there, and read-only makes none')
    }
    if ((await kindOf(dirname(memory))) !== 'folder') {
      throw fault('--memory', memory, 'lies in a folder that is not there; make the folder first')
    }
  }
  if (out === undefined) return
  const kind = await kindOf(out)
  if (kind === 'file') throw fault('--out', out, 'is a file, not a folder')
  if (kind === 'folder' && (await readdir(out)).some((name) => /^[^.].*\.(tif|geojson)$/i.test(name))) {
    throw fault('--out', out, 'holds layers of another run already; give another folder, or empty this one')
  }
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        data: { type: 'string' },
        json: { type: 'boolean' },
        memory: { type: 'string', multiple: true },
        out: { type: 'string' },
      },
    })
  } catch (error) {
    const said = error instanceof Error ? error.message.split('. ')[0]! : String(error)
    throw new AppError('invalid_input', `${said}\n${USAGE}`, {}, { cause: error })
  }
}

async function kindOf(path: string): Promise<'file' | 'folder' | 'nothing'> {
  try {
    return (await stat(path)).isDirectory() ? 'folder' : 'file'
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return 'nothing'
    throw error
  }
}

const fault = (option: string, path: string, what: string) =>
  new AppError('invalid_input', `${option}: ${path} ${what}`)
