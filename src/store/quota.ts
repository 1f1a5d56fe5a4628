export interface StorageState {
  readonly persisted: boolean
  readonly usageBytes: number
  readonly quotaBytes: number
}

type Storage = Pick<StorageManager, 'estimate' | 'persisted'>

/** Left free for records and results when files and models are stored. */
export const RESERVE_BYTES = 64 << 20

export async function storageState(storage: Storage = navigator.storage): Promise<StorageState> {
  // A browser that stores nothing for a page may refuse to say so, too.
  const { usage = 0, quota = 0 } = await storage.estimate().catch((): StorageEstimate => ({}))
  const persisted = await storage.persisted().catch(() => false)
  return { persisted, usageBytes: usage, quotaBytes: quota }
}

/** True where files of so many bytes can be copied in and room is left to work. */
export async function hasRoomFor(bytes: number, storage: Storage = navigator.storage): Promise<boolean> {
  const { usageBytes, quotaBytes } = await storageState(storage)
  return usageBytes + bytes + RESERVE_BYTES <= quotaBytes
}
