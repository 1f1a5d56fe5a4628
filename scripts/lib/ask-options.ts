import { readdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { AppError } from '../../src/lib/errors.ts'

export interface AskOptions {
  readonly question: string
  readonly data: string
  readonly json: boolean
  readonly memory: string | undefined
  readonly out: string | undefined
}

export const USAGE = `usage: npm run ask -- --data DIR [--json] [--memory FILE] [--out DIR] "question"
  --data DIR     folder of rasters and their metadata files, read with its subfolders
  --json         one JSON object on standard output, nothing else
  --memory FILE  keeps what was learned between calls; made where it does not exist
  --out DIR      keeps the layers as GeoTIFF and GeoJSON; without it they go when the command ends`

/** Reads the command line. Throws invalid_input with the usage. */
export function askOptions(args: readonly string[]): AskOptions {
  const { values, positionals } = parsed(args)
  const question = positionals.join(' ').trim()
  if (!values.data) throw new AppError('invalid_input', `no --data was given\n${USAGE}`)
  if (question === '') throw new AppError('invalid_input', `no question was asked\n${USAGE}`)
  const { data, json = false, memory, out } = values
  return { question, data, json, memory, out }
}

/** Looks at all that the run will need before it begins. Throws invalid_input. */
export async function checkPlaces({ data, memory, out }: AskOptions): Promise<void> {
  const found = await kindOf(data)
  if (found !== 'folder') throw fault('--data', data, found === 'file' ? 'is no folder' : 'is not there')
  if (memory !== undefined) {
    if ((await kindOf(memory)) === 'folder') throw fault('--memory', memory, 'is a folder, not a file')
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
        memory: { type: 'string' },
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
