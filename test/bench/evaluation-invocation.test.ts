import { describe, expect, it } from 'vitest'
import { answerIsAccepted, invocationFigures, wellFormed } from '../../bench/evaluation/invocation.ts'
import type { MadeCall } from '../../bench/evaluation/chains.ts'
import { TOOLS } from '../../src/tools/index.ts'

const made = (tool: string, args: MadeCall['args'] = {}): MadeCall => ({
  tool,
  args,
  status: 'ok',
  layers: [],
})
const chain = [
  { id: 'index', tools: ['ndvi'], args: { scene: 'layer-1' } },
  { id: 'mask', tools: ['threshold_mask'], after: ['index'], args: { threshold: 0.3, side: 'above' } },
]

describe('invocationFigures', () => {
  const known = ({ tool }: { tool: string }) => tool !== 'nonsense'

  it('is 1 throughout for the expected calls', () => {
    const calls = [
      made('ndvi', { scene: 'layer-1' }),
      made('threshold_mask', { threshold: 0.3, side: 'above' }),
    ]
    expect(invocationFigures([chain], calls, known)).toEqual({ inst_acc: 1, tool_acc: 1, arg_acc: 1 })
  })

  it('takes each part by itself', () => {
    // One of three calls is malformed; both tools are there; of three arguments the threshold is wrong.
    const calls = [
      made('nonsense'),
      made('ndvi', { scene: 'layer-1' }),
      made('threshold_mask', { threshold: 0.5, side: 'above' }),
    ]
    expect(invocationFigures([chain], calls, known)).toEqual({ inst_acc: 2 / 3, tool_acc: 1, arg_acc: 2 / 3 })
    expect(invocationFigures([chain], [made('threshold_mask', { side: 'above' })], known)).toEqual(
      { inst_acc: 1, tool_acc: 1 / 2, arg_acc: 1 / 3 },
    ) // prettier-ignore
  })

  it('gives nothing for no call where one was expected, and all where none was', () => {
    expect(invocationFigures([chain], [], known)).toEqual({ inst_acc: 0, tool_acc: 0, arg_acc: 0 })
    expect(invocationFigures([], [], known)).toEqual({ inst_acc: 1, tool_acc: 1, arg_acc: 1 })
  })
})

describe('wellFormed', { timeout: 30_000 }, () => {
  const isWellFormed = wellFormed(TOOLS)

  it('takes the examples of every tool, and no call of a tool that there is not', () => {
    const refused = TOOLS.flatMap(({ name, examples }) => examples.map((args) => ({ tool: name, args })))
      .filter((call) => !isWellFormed(call))
    expect(refused).toEqual([])
    expect(isWellFormed({ tool: 'ndvi_of_everything', args: {} })).toBe(false)
  }) // prettier-ignore

  it('refuses arguments that the schema does not take', () => {
    const { name, examples } = TOOLS.find((tool) => 'scene' in (tool.examples[0] ?? {}))!
    expect(isWellFormed({ tool: name, args: { ...examples[0], scene: 7 } })).toBe(false)
  })
})

describe('answerIsAccepted', () => {
  it('needs one of each white group and nothing black', () => {
    const lists = { white: [['increased', 'rose'], ['2019']], black: ['decreased'] }
    expect(answerIsAccepted('It Rose from 2019 on.', lists)).toBe(true)
    expect(answerIsAccepted('It rose.', lists)).toBe(false)
    expect(answerIsAccepted('It rose from 2019 on, then decreased.', lists)).toBe(false)
  })

  it('takes whole words and whole numbers', () => {
    const has = (text: string, word: string) => answerIsAccepted(text, { white: [[word]], black: [] })
    expect(has('a landslide', 'land')).toBe(false)
    expect(has('112 ha', '12')).toBe(false)
    expect(has('12.5 ha', '12')).toBe(false)
    expect(has('3.12 ha', '12')).toBe(false)
    expect(has('12 ha.', '12')).toBe(true)
    expect(has('it is 12.', '12')).toBe(true)
    expect(has('−3 °C', '3')).toBe(false)
    expect(has('on 2019-07-03', '03')).toBe(true)
    expect(has('4.2 km² burned', 'km²')).toBe(true)
    expect(has('42.1 %', '42.1 %')).toBe(true)
  })

  it('reads strings as they are, not as patterns', () => {
    expect(answerIsAccepted('abc', { white: [['a.c']], black: [] })).toBe(false)
    expect(answerIsAccepted('(NE)', { white: [['(NE)']], black: [] })).toBe(true)
  })

  it('accepts anything where nothing is listed', () => {
    expect(answerIsAccepted('', { white: [], black: [] })).toBe(true)
  })
})
