import { readdirSync, readFileSync } from 'node:fs'

/**
 * Memory of a browser and all its processes in MB, as proportional set size: pages that processes share count once.
 * `profile` is the folder of its profile, by which its first process is known. Null where the system cannot tell (not Linux).
 */
export function browserMemory(profile: string): number | null {
  const processes = listProcesses()
  const first = processes.find(({ command }) => command.includes(profile) && !command.includes('--type='))
  if (!first) return null
  const family = new Set([first.id])
  for (let grown = true; grown;) {
    const children = processes.filter(({ id, parent }) => family.has(parent) && !family.has(id))
    for (const { id } of children) family.add(id)
    grown = children.length > 0
  }
  const kilobytes = [...family].map(proportionalSize)
  return kilobytes.reduce((sum, value) => sum + value, 0) / 1024
}

/** Calls `measure` every `everyMs` until stopped, which gives the largest figure, or null where there was none. */
export function watchPeak(measure: () => number | null, everyMs: number): () => number | null {
  let peak: number | null = null
  const look = () => {
    const now = measure()
    if (now !== null) peak = Math.max(peak ?? 0, now)
  }
  const timer = setInterval(look, everyMs)
  return () => {
    clearInterval(timer)
    look()
    return peak
  }
}

function listProcesses() {
  let ids: string[] = []
  try {
    ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  } catch {
    // Another system: it has no such folder.
  }
  return ids.flatMap((name) => {
    try {
      // The second field, the program's name, may hold blanks and brackets.
      const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8')
      return [{ id: Number(name), parent: Number(fields[1]), command }]
    } catch {
      return []
    }
  })
}

function proportionalSize(id: number): number {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/smaps_rollup`, 'utf8'))?.[1] ?? 0)
  } catch {
    // It has ended meanwhile.
    return 0
  }
}
