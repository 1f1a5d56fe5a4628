import { BLOCK, tarHeader } from './tar/tar-header.ts'

export type ArchiveKind = 'zip' | 'tar' | 'gzip'

const NAMES: readonly (readonly [ending: RegExp, kind: ArchiveKind])[] = [
  [/\.zip$/i, 'zip'],
  [/\.tar$/i, 'tar'],
  [/\.t?gz$/i, 'gzip'],
]

export const isArchiveName = (path: string): boolean => NAMES.some(([ending]) => ending.test(path))

/** What an archive is by its first bytes, whatever its name says; by its name where they say nothing, so that its reader tells why. */
export async function archiveKind(name: string, file: Blob): Promise<ArchiveKind | null> {
  const named = NAMES.find(([ending]) => ending.test(name))?.[1] ?? null
  if (named === null) return null
  const head = new Uint8Array(await file.slice(0, BLOCK).arrayBuffer())
  if (head[0] === 0x50 && head[1] === 0x4b) return 'zip'
  if (head[0] === 0x1f && head[1] === 0x8b) return 'gzip'
  return isTarHead(head) ? 'tar' : named
}

export function isTarHead(head: Uint8Array): boolean {
  const header = tarHeader(head)
  return header !== null && header !== 'end'
}
