import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { TOOLS } from '../../src/tools/index.ts'
import type { BenchContext, Row } from '../harness/bench.ts'
import type { EngineFigures } from '../lib/engine-figures.ts'
import { runInBrowser } from '../lib/run-in-browser.ts'
import { wholeNumber } from '../lib/whole-number.ts'

const SMALL = ['models', 'SmolLM2-135M-Instruct', 'SmolLM2-135M-Instruct.Q4_1.gguf']

/** Names an agent chooses among: every 24th of the library. */
const NAMES = TOOLS.filter((_, at) => at % 24 === 0)
  .slice(0, 20)
  .map(({ name }) => name)

/** How quick a language model on the processor is at what an agent asks of it, in a browser. */
export const bench = {
  name: 'models',
  title: 'A language model by llama.cpp on the processor (wllama), in Chromium: load, speed, choices, aborts',
  options: {
    file: 'a model (.gguf); SmolLM2-135M of the shared folder by default',
    threads: 'a count of threads; by default a probe finds it',
  },
  aims: [
    { row: 'abort-writing', figure: 'milliseconds', atMost: 300 },
    { row: 'abort-reading', figure: 'milliseconds', atMost: 1000 },
  ],
  async run({ options, shared, progress }: BenchContext): Promise<Row[]> {
    const file = options['file'] ?? join(shared, ...SMALL)
    if (!existsSync(file)) throw new Error(`${file} is not there; name a model with --file`)
    const threads = options['threads'] === undefined ? 'probe' : wholeNumber('threads', options['threads'])
    progress(`${file} in Chromium`)
    const { result, peakMb } = await runInBrowser<EngineFigures>({
      page: 'engine',
      files: [file],
      options: { threads, names: NAMES },
    })
    return rows(result, peakMb)
  },
}

function rows(figures: EngineFigures, peakMb: number): Row[] {
  const { cold, again, choices, writing, reading } = figures
  return [
    { name: 'load', seconds: figures.loadSeconds, threads: figures.threads, peak_mb: peakMb },
    { name: 'read', tokens_per_second: figures.readPerSecond, tokens: cold.promptTokens },
    {
      name: 'write',
      tokens_per_second: figures.wroteTokens / (figures.wroteMs / 1000),
      tokens: figures.wroteTokens,
    },
    { name: 'one-token', milliseconds: figures.oneTokenMs },
    ...choices.flatMap(({ options, picked, scored }) => [
      { name: `pick-${options}`, milliseconds: picked },
      { name: `log-probs-${options}`, milliseconds: scored },
    ]),
    {
      name: 'prefix-cold',
      milliseconds: cold.milliseconds,
      new_tokens: cold.promptTokens - cold.reusedTokens,
    },
    {
      name: 'prefix-reused',
      milliseconds: again.milliseconds,
      new_tokens: again.promptTokens - again.reusedTokens,
      ratio_milliseconds: again.milliseconds / cold.milliseconds,
    },
    { name: 'abort-writing', milliseconds: writing.rejected, free_milliseconds: writing.free },
    { name: 'abort-reading', milliseconds: reading.rejected, free_milliseconds: reading.free },
  ]
}
