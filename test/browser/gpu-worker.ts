import { openDevice } from '../../src/raster/gpu/gpu.ts'

/** Tells whether a worker has WebGPU, and whether the app would use what it has. */
const adapter = (await (navigator as Partial<Navigator>).gpu?.requestAdapter()) ?? null
postMessage({ hasAdapter: adapter !== null, isUsed: (await openDevice()) !== null })
