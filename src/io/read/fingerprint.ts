import type { ByteSource } from '../types.ts'

const SAMPLE_BYTES = 16 * 1024

/** SHA-256 of a file's size and of samples at its start, quarter points and end: the same file again after a reload. */
export async function fingerprintOf(bytes: ByteSource, signal?: AbortSignal): Promise<string> {
  const last = Math.max(0, bytes.size - SAMPLE_BYTES)
  const starts = [...new Set([0, 0.25, 0.5, 0.75, 1].map((share) => Math.floor(last * share)))]
  const parts: BlobPart[] = [new TextEncoder().encode(`${bytes.size};`)]
  for (const start of starts) parts.push(await bytes.read(start, SAMPLE_BYTES, signal))
  const digest = await crypto.subtle.digest('SHA-256', await new Blob(parts).arrayBuffer())
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
