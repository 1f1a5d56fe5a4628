import mjs from 'onnxruntime-web/ort-wasm-simd-threaded.mjs?url'
import wasm from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url'
import type { RuntimeUrls } from './library.ts'

const absolute = (url: string) => new URL(url, globalThis.location.href).href

/** The ONNX runtime for the processor alone, as files of the app. In a browser only. */
export const PLAIN_RUNTIME: RuntimeUrls = { mjs: absolute(mjs), wasm: absolute(wasm) }
