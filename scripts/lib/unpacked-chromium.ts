import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const packageEntry = createRequire(import.meta.url).resolve('@sparticuz/chromium')

/** Fonts lie beside the browser; the file that comes along names fixed folders instead. */
const fontsFile = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts</dir>
  <cachedir>${folder}/fonts-cache</cachedir>
</fontconfig>
`

/**
 * The headless Chromium that @sparticuz/chromium carries, unpacked once per machine into the temporary folder.
 * `env` holds what it needs to find its libraries and fonts; the package's own arguments switch web security off and
 * are not used.
 */
export async function unpackedChromium(): Promise<{ executablePath: string; env: Record<string, string> }> {
  const folder = join(tmpdir(), `geoforge-chromium-${packageVersion()}`)
  if (!existsSync(folder)) await unpackInto(folder)
  return {
    executablePath: join(folder, 'chromium'),
    env: { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'), FONTCONFIG_PATH: join(folder, 'fonts') },
  }
}

/** Unpacks beside the target and renames, so that an interrupted or simultaneous call leaves no half browser. */
async function unpackInto(folder: string): Promise<void> {
  const part = mkdtempSync(`${folder}-`)
  // A process of its own: the package takes its folder from the environment, and changes the environment as it loads.
  const script = `(await import('file://${packageEntry}')).default.executablePath()`
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', `await ${script}`], {
    // Its system libraries come along only where it believes to be on Lambda.
    env: { ...process.env, TMPDIR: part, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' },
  })
  writeFileSync(join(part, 'fonts', 'fonts.conf'), fontsFile(folder))
  try {
    renameSync(part, folder)
  } catch (error) {
    rmSync(part, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
}

function packageVersion(): string {
  const file = join(dirname(packageEntry), '..', '..', 'package.json')
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}
