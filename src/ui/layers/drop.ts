import type { DroppedFile } from '../../bridge/index.ts'

/** All files of a drop, folders walked, with their paths. To be called in the event's own turn. */
export async function droppedFiles(transfer: DataTransfer): Promise<DroppedFile[]> {
  // Entries must be taken before the first await: afterwards the transfer is empty.
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null)
  const found = await Promise.all(entries.map(walk))
  return found.flat()
}

/** The files of a picker; those of a folder carry their path. */
export function pickedFiles(list: FileList): DroppedFile[] {
  return [...list].map((file) => ({ name: file.webkitRelativePath || file.name, file }))
}

async function walk(entry: FileSystemEntry): Promise<DroppedFile[]> {
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject))
    return [{ name: entry.fullPath.replace(/^\//, ''), file }]
  }
  if (!isFolder(entry)) return []
  const children = await readAll(entry.createReader())
  const found = await Promise.all(children.map(walk))
  return found.flat()
}

/** A reader gives at most a hundred entries a call, and none when it is done. */
async function readAll(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (some.length === 0) return all
    all.push(...some)
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory
