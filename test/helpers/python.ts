import { spawnSync } from 'node:child_process'

/** A Python that has the modules, or null: GDAL's own bindings and rasterio may live in different ones. */
export function pythonWith(...modules: readonly string[]): string | null {
  const code = modules.map((name) => `import ${name}`).join('; ')
  return (
    ['python3', '/usr/bin/python3'].find((python) => spawnSync(python, ['-c', code]).status === 0) ?? null
  )
}

/** What a script prints as JSON. Throws with what it says where it fails. */
export function runPython(python: string, code: string, args: readonly string[] = [], input = ''): unknown {
  const ran = spawnSync(python, ['-c', code, ...args], { encoding: 'utf8', input, maxBuffer: 1 << 28 })
  if (ran.status !== 0) throw new Error(`python ended with ${ran.status}: ${ran.stderr}`)
  return JSON.parse(ran.stdout)
}
