/** What is used of the decoder, which comes without types. */
declare module '@cornerstonejs/codec-openjpeg/decodewasmjs' {
  export interface J2kDecoder {
    /** Memory for a codestream of so many bytes. */
    getEncodedBuffer(length: number): Uint8Array
    /** Decodes it with its sides halved so often; all layers for 0. Throws a number where it cannot. */
    decodeSubResolution(reduce: number, layers: number): void
    /** Samples of one or two bytes, pixel by pixel; a view that the next call makes void. */
    getDecodedBuffer(): Uint8Array
  }

  export interface OpenJpeg {
    readonly J2KDecoder: new () => J2kDecoder
  }

  const load: (options: {
    readonly instantiateWasm: (
      imports: WebAssembly.Imports,
      done: (instance: WebAssembly.Instance) => void,
    ) => object
    readonly print: (line: string) => void
    readonly printErr: (line: string) => void
  }) => Promise<OpenJpeg>
  export default load
}
