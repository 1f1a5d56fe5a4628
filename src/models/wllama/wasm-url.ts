import wasm from '@wllama/wllama/esm/wasm/wllama.wasm?url'

/** llama.cpp, as a file of the page's own origin. Browser alone. */
export const LLAMA_WASM = new URL(wasm, location.href).href
