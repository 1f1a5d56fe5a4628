import { sha1 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'

/** A hash that takes its bytes piece by piece: the platform's own wants them all at once. */
export interface RunningHash {
  update(bytes: Uint8Array): void
  /** 64 (SHA-256) or 40 (SHA-1) lower-case hex digits; nothing may be added afterwards. */
  hex(): string
}

export function runningSha256(): RunningHash {
  return running(sha256.create())
}

/** The name git gives to a file of `size` bytes: SHA-1 over 'blob ', the size, a zero byte and the content. */
export function runningGitBlobHash(size: number): RunningHash {
  const hash = running(sha1.create())
  hash.update(new TextEncoder().encode(`blob ${size}\0`))
  return hash
}

function running(hash: { update(bytes: Uint8Array): unknown; digest(): Uint8Array }): RunningHash {
  return {
    update: (bytes) => void hash.update(bytes),
    hex: () => Array.from(hash.digest(), (byte) => byte.toString(16).padStart(2, '0')).join(''),
  }
}
