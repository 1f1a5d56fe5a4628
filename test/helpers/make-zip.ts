import { BlobReader, BlobWriter, ZipWriter } from '@zip.js/zip.js'

/** A zip of files, by their paths in it. */
export async function makeZip(files: Readonly<Record<string, Uint8Array<ArrayBuffer>>>): Promise<Uint8Array> {
  const writer = new ZipWriter(new BlobWriter(), { useWebWorkers: false })
  for (const [path, bytes] of Object.entries(files)) await writer.add(path, new BlobReader(new Blob([bytes])))
  return new Uint8Array(await (await writer.close()).arrayBuffer())
}
