type Listener = (fingerprint: string, block: number) => void

const listeners = new Set<Listener>()

/** Says that pixels of a block were asked for that cannot be decoded; they were given as nodata. */
export function noteDamage(fingerprint: string, block: number): void {
  for (const listen of listeners) listen(fingerprint, block)
}

/** Damaged blocks that reads on this thread came upon since, by the fingerprint of their file, until it is stopped. */
export function watchDamage(): {
  readonly found: ReadonlyMap<string, ReadonlySet<number>>
  readonly stop: () => void
} {
  const found = new Map<string, Set<number>>()
  const listen: Listener = (fingerprint, block) => {
    const blocks = found.get(fingerprint)
    if (blocks) blocks.add(block)
    else found.set(fingerprint, new Set([block]))
  }
  listeners.add(listen)
  return { found, stop: () => listeners.delete(listen) }
}
