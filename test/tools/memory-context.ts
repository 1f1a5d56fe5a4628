// It lives with the benches, which may not import tests and measure tools through it too.
export { MemoryContext, number, runTool } from '../../bench/lib/memory-context.ts'
