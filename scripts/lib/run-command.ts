import { spawn } from 'node:child_process'
import { delimiter, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..', '..')
const programs = resolve(root, 'node_modules', '.bin')

/** Runs a program of the project's own packages in the project's folder, output passed through; gives its exit code. */
export function runCommand(
  [program, ...args]: readonly [string, ...string[]],
  env: Readonly<Record<string, string>> = {},
): Promise<number> {
  return new Promise((done) => {
    const child = spawn(program, args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env, PATH: `${programs}${delimiter}${process.env['PATH'] ?? ''}` },
      // npm's programs are .cmd files on Windows, which only a shell starts.
      shell: process.platform === 'win32',
    })
    child.on('error', (error) => {
      console.error(`${program} did not start: ${error.message}`)
      done(1)
    })
    child.on('close', (code) => done(code ?? 1))
  })
}
