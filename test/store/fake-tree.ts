/** Folders of the private file system in memory, with the parts that StoredModels uses. `room` is what fits in bytes. */
export class FakeTree {
  readonly files = new Map<string, Uint8Array<ArrayBuffer>>()
  readonly disk = { room: Infinity }
  private readonly folders = new Map<string, FakeTree>()
  private readonly open = new Set<string>()

  constructor(disk?: { room: number }) {
    if (disk) this.disk = disk
  }

  get handle(): FileSystemDirectoryHandle {
    return this as unknown as FileSystemDirectoryHandle
  }

  /** The file at a path, for looking and for doing damage. */
  at(path: string): Uint8Array<ArrayBuffer> | undefined {
    const [first, ...rest] = path.split('/') as [string, ...string[]]
    return rest.length === 0 ? this.files.get(first) : this.folders.get(first)?.at(rest.join('/'))
  }

  getDirectoryHandle(name: string, { create = false } = {}): Promise<unknown> {
    if (!this.folders.has(name)) {
      if (!create) return Promise.reject(new DOMException('none', 'NotFoundError'))
      this.folders.set(name, new FakeTree(this.disk))
    }
    return Promise.resolve(this.folders.get(name))
  }

  getFileHandle(name: string, { create = false } = {}): Promise<unknown> {
    if (!this.files.has(name)) {
      if (!create) return Promise.reject(new DOMException('none', 'NotFoundError'))
      this.files.set(name, new Uint8Array())
    }
    return Promise.resolve({
      name,
      getFile: () => Promise.resolve(new Blob([this.files.get(name)!])),
      createSyncAccessHandle: () => this.access(name),
      move: (to: string) => {
        this.files.set(to, this.files.get(name)!)
        this.files.delete(name)
        return Promise.resolve()
      },
    })
  }

  removeEntry(name: string): Promise<void> {
    if (this.files.delete(name) || this.folders.delete(name)) return Promise.resolve()
    return Promise.reject(new DOMException('none', 'NotFoundError'))
  }

  async *keys(): AsyncGenerator<string> {
    yield* await Promise.resolve([...this.folders.keys(), ...this.files.keys()])
  }

  private access(name: string): Promise<unknown> {
    if (this.open.has(name)) return Promise.reject(new DOMException('in use', 'NoModificationAllowedError'))
    this.open.add(name)
    const content = () => this.files.get(name)!
    return Promise.resolve({
      getSize: () => content().length,
      read: (into: Uint8Array, { at }: { at: number }) => {
        const part = content().subarray(at, at + into.length)
        into.set(part)
        return part.length
      },
      write: (bytes: Uint8Array, { at }: { at: number }) => {
        const fits = Math.max(0, Math.min(bytes.length, this.disk.room))
        this.disk.room -= fits
        const after = new Uint8Array(Math.max(content().length, at + fits))
        after.set(content())
        after.set(bytes.subarray(0, fits), at)
        this.files.set(name, after)
        return fits
      },
      truncate: (size: number) => this.files.set(name, content().slice(0, size)),
      flush: () => undefined,
      close: () => this.open.delete(name),
    })
  }
}
