/** A folder of the private file system in memory, with the parts that OpfsFiles uses. `room` is what fits in bytes. */
export class FakeFolder {
  readonly files = new Map<string, Uint8Array<ArrayBuffer>>()
  room = Infinity

  constructor(private readonly can: { readonly move: boolean } = { move: true }) {}

  /** Typed as the browser's own, which has far more to it. */
  get handle(): FileSystemDirectoryHandle {
    return this as unknown as FileSystemDirectoryHandle
  }

  getFileHandle(name: string, { create = false } = {}): Promise<unknown> {
    if (!this.files.has(name)) {
      if (!create) return Promise.reject(new DOMException('none', 'NotFoundError'))
      this.files.set(name, new Uint8Array())
    }
    return Promise.resolve(this.fileHandle(name))
  }

  removeEntry(name: string): Promise<void> {
    if (!this.files.delete(name)) return Promise.reject(new DOMException('none', 'NotFoundError'))
    return Promise.resolve()
  }

  async *keys(): AsyncGenerator<string> {
    yield* await Promise.resolve([...this.files.keys()])
  }

  private fileHandle(name: string) {
    const read = () => this.files.get(name)!
    return {
      name,
      getFile: () => Promise.resolve(new Blob([read()])),
      createSyncAccessHandle: () =>
        Promise.resolve({
          write: (bytes: Uint8Array, { at }: { at: number }) => this.write(name, bytes, at),
          flush: () => undefined,
          close: () => undefined,
        }),
      ...(this.can.move && {
        move: (to: string) => {
          this.files.set(to, read())
          this.files.delete(name)
          return Promise.resolve()
        },
      }),
    }
  }

  /** Writes what fits and says how much that was, as some browsers do on a full disk. */
  private write(name: string, bytes: Uint8Array, at: number): number {
    const before = this.files.get(name)!
    const fits = Math.max(0, Math.min(bytes.length, this.room - at))
    const after = new Uint8Array(Math.max(before.length, at + fits))
    after.set(before)
    after.set(bytes.subarray(0, fits), at)
    this.files.set(name, after)
    return fits
  }
}
