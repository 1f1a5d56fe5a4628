import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { unpackedChromium } from './lib/unpacked-chromium.ts'

export interface Browser {
  readonly executablePath: string
  readonly args: string[]
  /** The whole environment to launch with. */
  readonly env: Record<string, string>
}

/** No sandbox, because tests run as root on bare machines; no traffic of the browser's own; WebGPU where there is no GPU. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--enable-unsafe-webgpu',
]

const LINUX = [
  'google-chrome',
  'google-chrome-stable',
  'chromium',
  'chromium-browser',
  'microsoft-edge',
  'microsoft-edge-stable',
]

const MAC = [
  'Google Chrome.app/Contents/MacOS/Google Chrome',
  'Chromium.app/Contents/MacOS/Chromium',
  'Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
]

const WINDOWS = [
  'Google/Chrome/Application/chrome.exe',
  'Chromium/Application/chrome.exe',
  'Microsoft/Edge/Application/msedge.exe',
]

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Where a Chromium of this system would lie, best first. */
export function usualPlaces(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): string[] {
  const under = (folders: readonly (string | undefined)[], names: readonly string[]) =>
    folders
      .filter((folder) => folder !== undefined)
      .flatMap((folder) => names.map((name) => join(folder, name)))
  if (platform === 'darwin') {
    return under(['/Applications', env['HOME'] && join(env['HOME'], 'Applications')], MAC)
  }
  if (platform === 'win32') {
    return under([env['PROGRAMFILES'], env['PROGRAMFILES(X86)'], env['LOCALAPPDATA']], WINDOWS)
  }
  const folders = [...(env['PATH'] ?? '').split(delimiter).filter(Boolean), '/usr/bin', '/snap/bin']
  return LINUX.flatMap((name) => under(folders, [name]))
}

/**
 * A Chromium to test with: CHROME_PATH, an installed one, last the one that an npm package carries (Linux x64).
 * @throws Error where there is none, or where CHROME_PATH names nothing that runs
 */
export async function findBrowser(): Promise<Browser> {
  const env = definedOnly(process.env)
  const named = process.env['CHROME_PATH']
  if (named) {
    if (!isExecutable(named)) {
      throw new Error(`CHROME_PATH is ${named}, which is no program that runs. Correct it or unset it.`)
    }
    return { executablePath: named, args: ARGUMENTS, env }
  }
  const installed = usualPlaces(process.platform, process.env).find(isExecutable)
  if (installed) return { executablePath: installed, args: ARGUMENTS, env }
  if (process.platform === 'linux' && process.arch === 'x64') {
    const { executablePath, env: own } = await unpackedChromium()
    return { executablePath, args: ARGUMENTS, env: { ...env, ...own } }
  }
  throw new Error(
    'No Chrome, Chromium or Edge was found. Install one, or set CHROME_PATH to the program of one that is elsewhere.',
  )
}

function definedOnly(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}
