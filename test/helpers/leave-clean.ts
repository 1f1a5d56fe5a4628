import { afterAll, vi } from 'vitest'
import { decodeWith, inlineDecoder } from '../../src/io/read/block-decoder.ts'

/** Runs with each file of unit tests: they share a process, so what one changed for all of it is taken back. */
afterAll(() => {
  decodeWith(inlineDecoder)
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})
