/** What dedicated workers have and the DOM types leave out, as far as this app uses it. */
interface AccessHandle {
  getSize(): number
  read(into: Uint8Array, options: { at: number }): number
  write(bytes: Uint8Array, options: { at: number }): number
  truncate(size: number): void
  flush(): void
  close(): void
}

/**
 * A folder of files in the memory of this worker, for a browser that gives a page no file storage: with the parts of a
 * FileSystemDirectoryHandle that this app uses. All of it goes with the worker.
 */
export class VisitFolder {
  private readonly files = new Map<string, File>()
  private readonly folders = new Map<string, VisitFolder>()
  private readonly open = new Set<string>()

  /** Typed as the browser's own, which has far more to it. */
  get handle(): FileSystemDirectoryHandle {
    return this as unknown as FileSystemDirectoryHandle
  }

  getDirectoryHandle(name: string, { create = false } = {}): Promise<VisitFolder> {
    const known = this.folders.get(name)
    if (known) return Promise.resolve(known)
    if (!create) return Promise.reject(notFound(name))
    const made = new VisitFolder()
    this.folders.set(name, made)
    return Promise.resolve(made)
  }

  getFileHandle(name: string, { create = false } = {}): Promise<unknown> {
    if (!this.files.has(name)) {
      if (!create) return Promise.reject(notFound(name))
      this.files.set(name, new File([], name))
    }
    return Promise.resolve({
      name,
      getFile: () => this.find(name),
      createSyncAccessHandle: () => this.access(name),
      move: async (to: string) => {
        const file = await this.find(name)
        this.files.delete(name)
        // A File has its name for good.
        this.files.set(to, new File([file], to))
      },
    })
  }

  removeEntry(name: string): Promise<void> {
    return this.files.delete(name) || this.folders.delete(name)
      ? Promise.resolve()
      : Promise.reject(notFound(name))
  }

  async *keys(): AsyncGenerator<string> {
    yield* await Promise.resolve([...this.folders.keys(), ...this.files.keys()])
  }

  private find(name: string): Promise<File> {
    const file = this.files.get(name)
    return file ? Promise.resolve(file) : Promise.reject(notFound(name))
  }

  private async access(name: string): Promise<AccessHandle> {
    if (this.open.has(name)) throw new DOMException(`${name} is open already`, 'NoModificationAllowedError')
    this.open.add(name)
    let bytes = new Uint8Array(await (await this.find(name)).arrayBuffer())
    let size = bytes.length
    const flush = () => {
      // Not where it was removed while it was open.
      if (this.files.has(name)) this.files.set(name, new File([bytes.subarray(0, size)], name))
    }
    return {
      getSize: () => size,
      read(into, { at }) {
        const part = bytes.subarray(at, Math.min(size, at + into.length))
        into.set(part)
        return part.length
      },
      write(added, { at }) {
        const end = at + added.length
        if (end > bytes.length) {
          const grown = new Uint8Array(Math.max(end, bytes.length * 2))
          grown.set(bytes.subarray(0, size))
          bytes = grown
        }
        bytes.set(added, at)
        size = Math.max(size, end)
        return added.length
      },
      truncate(to) {
        bytes.fill(0, to)
        size = to
      },
      flush: () => undefined,
      close: () => {
        if (this.open.delete(name)) flush()
      },
    }
  }
}

const notFound = (name: string) => new DOMException(`there is no ${name}`, 'NotFoundError')
