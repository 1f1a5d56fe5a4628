import type { J2kDecoder } from '@cornerstonejs/codec-openjpeg/decodewasmjs'

export interface LoadedDecoder extends J2kDecoder {
  /** Warnings and errors since the last call. */
  complaints(): readonly string[]
}

let compiled: Promise<WebAssembly.Module> | undefined

/** A decoder with memory of its own: one that has failed is thrown away, as its memory may not be whole. */
export async function loadOpenJpeg(): Promise<LoadedDecoder> {
  const [glue, program] = await Promise.all([
    import('@cornerstonejs/codec-openjpeg/decodewasmjs'),
    (compiled ??= compile()),
  ])
  let said: string[] = []
  const listen = (line: string) => {
    if (/^\[(WARNING|ERROR)\]/.test(line)) said.push(line)
  }
  const library = await glue.default({
    instantiateWasm(imports, done) {
      void WebAssembly.instantiate(program, imports).then(done)
      return {}
    },
    print: listen,
    printErr: listen,
  })
  const decoder = new library.J2KDecoder()
  return {
    getEncodedBuffer: (length) => decoder.getEncodedBuffer(length),
    decodeSubResolution: (reduce, layers) => decoder.decodeSubResolution(reduce, layers),
    getDecodedBuffer: () => decoder.getDecodedBuffer(),
    complaints() {
      const lines = said
      said = []
      return lines
    },
  }
}

async function compile(): Promise<WebAssembly.Module> {
  const url = new URL(
    '../../../../node_modules/@cornerstonejs/codec-openjpeg/dist/openjpegwasm_decode.wasm',
    import.meta.url,
  )
  // Not while it streams: that wants a media type which not every host gives.
  if (url.protocol !== 'file:') return WebAssembly.compile(await (await fetch(url)).arrayBuffer())
  const { readFile } = process.getBuiltinModule('node:fs/promises')
  return WebAssembly.compile(await readFile(url))
}
