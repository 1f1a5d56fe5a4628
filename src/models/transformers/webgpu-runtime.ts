import mjs from 'onnxruntime-web/ort-wasm-simd-threaded.asyncify.mjs?url'
import wasm from 'onnxruntime-web/ort-wasm-simd-threaded.asyncify.wasm?url'
import type { RuntimeUrls } from './library.ts'

const absolute = (url: string) => new URL(url, globalThis.location.href).href

/** The ONNX runtime that also drives WebGPU, as files of the app. In a browser only. */
export const WEBGPU_RUNTIME: RuntimeUrls = { mjs: absolute(mjs), wasm: absolute(wasm) }
