import asyncifyModule from 'onnxruntime-web/ort-wasm-simd-threaded.asyncify.mjs?url'
import asyncifyWasm from 'onnxruntime-web/ort-wasm-simd-threaded.asyncify.wasm?url'
import plainModule from 'onnxruntime-web/ort-wasm-simd-threaded.mjs?url'
import plainWasm from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url'
import type { RuntimeUrls } from './transformers/library.ts'

const absolute = (url: string) => new URL(url, location.href).href

/** The ONNX runtime for each device, as files of the page's own origin. Browser alone. */
export const ONNX_RUNTIMES: Readonly<Record<'wasm' | 'webgpu', RuntimeUrls>> = {
  wasm: { mjs: absolute(plainModule), wasm: absolute(plainWasm) },
  webgpu: { mjs: absolute(asyncifyModule), wasm: absolute(asyncifyWasm) },
}

export { LLAMA_WASM } from './wllama/wasm-url.ts'
