export { gpuFacts, type GpuFacts } from './gpu-facts.ts'
export { loadWebLlm, type WebLlmOptions } from './load.ts'
export { obstacles, type ModelNeeds } from './pre-flight.ts'
