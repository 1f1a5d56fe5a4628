import type { ToolRunner } from '../../src/agent/types.ts'
import type { JsonSchema, ToolSpec } from '../../src/tools/tool.ts'
import type { Observation, ToolCall, ToolOutcome } from '../../src/trace/call.ts'
import type { Layer } from '../../src/trace/layer.ts'
import type { Port } from '../../src/trace/port.ts'
import { throwIfAborted } from '../../src/lib/abort.ts'

export function spec(
  name: string,
  needs: Record<string, Port>,
  gives: Port,
  more: Partial<ToolSpec> = {},
): ToolSpec {
  const properties: Record<string, Readonly<Record<string, unknown>>> = Object.fromEntries(
    Object.keys(needs).map((argument) => [argument, { type: 'string' }]),
  )
  const parameters: JsonSchema = {
    type: 'object',
    properties: { ...properties, ...more.parameters?.properties },
  }
  return {
    name,
    family: 'test',
    title: name,
    summary: name,
    source: 'https://example.org',
    needs,
    gives,
    measures: [],
    internal: false,
    ...more,
    parameters,
  }
}

export function observation(more: Partial<Observation> = {}): Observation {
  return { text: '', numbers: [], labels: [], places: [], layers: [], warnings: [], facts: {}, ...more }
}

export function layer(id: string, port: Port, more: Partial<Layer> = {}): Layer {
  return {
    id,
    kind: 'raster',
    title: id,
    port,
    grid: null,
    date: null,
    unit: '1',
    scene: null,
    lineage: null,
    style: { ramp: 'none' },
    storage: { where: 'results', file: id },
    fingerprint: id,
    createdAt: 0,
    ...more,
  }
}

/** Answers calls by a function and keeps what was called. */
export class ScriptedRunner implements ToolRunner {
  readonly calls: ToolCall[] = []

  constructor(
    private readonly tools: readonly ToolSpec[],
    private readonly data: readonly Layer[],
    private readonly answer: (call: ToolCall, count: number) => ToolOutcome | Promise<ToolOutcome>,
  ) {}

  specs() {
    return Promise.resolve(this.tools)
  }

  layers() {
    return Promise.resolve(this.data)
  }

  async run(call: ToolCall, options: { readonly signal?: AbortSignal }): Promise<ToolOutcome> {
    throwIfAborted(options.signal)
    this.calls.push(call)
    const outcome = await this.answer(call, this.calls.length)
    throwIfAborted(options.signal)
    return outcome
  }
}

export const ok = (more: Partial<Observation> = {}, layers: readonly Layer[] = []): ToolOutcome => ({
  ok: true,
  observation: observation({ layers: layers.map(({ id }) => id), ...more }),
  layers,
  milliseconds: 1,
})

export const failed = (
  message: string,
  code: 'invalid_input' | 'read_failed' = 'invalid_input',
): ToolOutcome => ({
  ok: false,
  error: { code, message, details: {} },
  milliseconds: 1,
})
