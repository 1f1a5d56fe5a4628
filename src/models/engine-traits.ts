/** What a person is told of an engine before it is chosen, and where it has to live. */
export interface EngineTraits {
  readonly title: string
  /** 'page': only a window has what it needs. */
  readonly thread: 'worker' | 'page'
  /** True where questions and facts of the data go to another program: the page says so as long as it is in use. */
  readonly leavesPage: boolean
  /** True where its models are files that this page keeps. */
  readonly hasFiles: boolean
}

export const ENGINE_TRAITS = {
  webllm: { title: 'WebLLM, on the graphics processor', thread: 'worker', leavesPage: false, hasFiles: true },
  transformers: {
    title: 'Transformers.js, ONNX models',
    thread: 'worker',
    leavesPage: false,
    hasFiles: true,
  },
  wllama: { title: 'llama.cpp, on the processor', thread: 'worker', leavesPage: false, hasFiles: true },
  browser: { title: 'The browser’s own model', thread: 'page', leavesPage: false, hasFiles: false },
  server: { title: 'A model server on this computer', thread: 'page', leavesPage: true, hasFiles: false },
} as const satisfies Readonly<Record<string, EngineTraits>>
