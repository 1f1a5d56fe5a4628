import { runAgent, type ToolRunner } from '../../src/agent/index.ts'
import { isAppError } from '../../src/lib/errors.ts'
import type { MemoryStore } from '../../src/memory/types.ts'
import { TOOLS } from '../../src/tools/index.ts'
import { toolSpec } from '../../src/tools/tool.ts'
import { checkCall } from '../../src/tools/workspace/check-call.ts'
import type { RunRecord } from '../../src/trace/events.ts'
import type { MemoryContext } from '../tools/memory-context.ts'

const SPECS = TOOLS.map(toolSpec)

/** Asks the agent over layers in memory: what the tools are given is checked as in a workspace. */
export async function askContext(
  context: MemoryContext,
  question: string,
  store: MemoryStore,
): Promise<RunRecord> {
  const run = runAgent({ question, runner: runnerOver(context), store })
  for (;;) {
    const next = await run.next()
    if (next.done) return next.value
  }
}

function runnerOver(context: MemoryContext): ToolRunner {
  return {
    specs: () => Promise.resolve(SPECS),
    layers: () => Promise.resolve([...context.layers()]),
    async run(call) {
      try {
        const { tool, args } = checkCall(call, TOOLS, (id) => context.layer(id))
        const { text, numbers, labels, places, layers, warnings, facts, chart } = await tool.run(
          args,
          context,
        )
        const observation = {
          text,
          numbers: numbers ?? [],
          labels: labels ?? [],
          places: places ?? [],
          layers: (layers ?? []).map(({ id }) => id),
          warnings: warnings ?? [],
          facts: facts ?? {},
          ...(chart ? { chart } : {}),
        }
        return { ok: true, observation, layers: layers ?? [], milliseconds: 0 }
      } catch (error) {
        if (!isAppError(error)) throw error
        const { code, message, details } = error
        return { ok: false, error: { code, message, details }, milliseconds: 0 }
      }
    },
  }
}
