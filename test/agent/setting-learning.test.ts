import { describe, expect, it } from 'vitest'
import { plainText, runAgent } from '../../src/agent/index.ts'
import { memoryStore } from '../../src/memory/index.ts'
import { answerOf, eventsOf } from '../helpers/field.ts'
import { layer, ok, ScriptedRunner, spec } from '../helpers/scripted-runner.ts'

const ELEVATION = { kind: 'raster', quantity: 'elevation' } as const
const SLOPE = { kind: 'raster', quantity: 'terrain', meaning: 'slope' } as const
const SPECS = [
  spec('slope', { elevation: ELEVATION }, SLOPE, {
    family: 'terrain',
    title: 'Slope',
    summary: 'Slope of the terrain in degrees.',
    measures: [{ name: 'mean_slope', dimension: 'angle' }],
    parameters: {
      type: 'object',
      properties: {
        window: { type: 'integer', minimum: 3, maximum: 31, default: 7 },
        unit: { enum: ['deg', '%'], default: 'deg' },
      },
    },
  }),
]

/** Scenes too small for a window of more than five pixels. */
const runner = () =>
  new ScriptedRunner(SPECS, [layer('layer-1', ELEVATION)], ({ args }, count) =>
    ((args['window'] as number | undefined) ?? 7) > 5
      ? {
          ok: false,
          error: { code: 'nothing_valid', message: 'no pixel has a slope', details: {} },
          milliseconds: 1,
        }
      : ok(
          {
            numbers: [{ name: 'mean_slope', value: 12.5, unit: 'deg', dimension: 'angle' }],
            facts: { valid_share: 1 },
          },
          [layer(`layer-${count + 1}`, SLOPE)],
        ),
  )

async function ask(store: ReturnType<typeof memoryStore>, question: string) {
  const tools = runner()
  const run = runAgent({ question, runner: tools, store })
  for (;;) {
    const next = await run.next()
    if (next.done) return { record: next.value, windows: tools.calls.map(({ args }) => args['window'] ?? 7) }
  }
}

describe('a setting that passed where the usual one did not', () => {
  it('answers with a caveat, is remembered, and is tried first by the next run', async () => {
    const store = memoryStore()
    const first = await ask(store, 'How steep is the terrain?')
    expect(first.windows).toEqual([7, 5])
    expect(answerOf(first.record).value).toBe(12.5)
    expect(plainText(answerOf(first.record))).toContain(
      'Step 2, slope: another setting was used, window 5 in place of 7, because no pixel is valid without it.',
    )
    expect(eventsOf(first.record, 'decision').map(({ by }) => by)).toEqual(['skill', 'setting'])
    const { experiences } = await store.snapshot()
    expect(experiences.find(({ kind }) => kind === 'setting')?.setting).toEqual({
      argument: 'window',
      from: 7,
      to: 5,
      because: 'nothing-valid',
    })

    const second = await ask(store, 'What slope has the terrain?')
    expect(second.windows).toEqual([5])
    expect(answerOf(second.record).value).toBe(12.5)
    expect(plainText(answerOf(second.record))).toContain(
      'because in an earlier run this check failed without it: no pixel is valid',
    )
  })

  it('is not taken where the question says its own', async () => {
    const store = memoryStore()
    await ask(store, 'How steep is the terrain?')
    const fixed = await ask(store, 'How steep is the terrain, in a window of 7 pixels?')
    expect(fixed.windows).not.toContain(5)
  })
})
