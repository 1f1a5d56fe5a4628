import { readFileSync } from 'node:fs'
import type { CompiledGrammar } from '@mlc-ai/web-xgrammar'
import { describe, expect, it } from 'vitest'
import { stableJson } from '../../src/lib/hash.ts'
import type { JsonSchema } from '../../src/models/engine.ts'
import { plainSchema } from '../../src/models/grammar/plain-schema.ts'
import { choiceGrammar } from '../../src/models/webllm/requests.ts'
import { TOOLS } from '../../src/tools/index.ts'
import { toolSpec } from '../../src/tools/tool.ts'
import { hasShared, sharedPath } from '../helpers/shared.ts'
import { loadXGrammar } from '../helpers/xgrammar.ts'

const { GrammarCompiler, GrammarMatcher, TokenizerInfo } = loadXGrammar()

/** The 49,152 tokens of SmolLM2. */
function vocabularyOfSmolLm(): readonly string[] {
  const path = sharedPath('models', 'smollm2-2-layers-onnx', 'tokenizer.json')
  const { model } = JSON.parse(readFileSync(path, 'utf8')) as { model: { vocab: Record<string, number> } }
  const tokens: string[] = []
  for (const [token, id] of Object.entries(model.vocab)) tokens[id] = token
  return tokens
}

/** As byte-level vocabularies write bytes: those that print as they are, the others from U+0100 on. */
function byteLetters(): string[] {
  const prints = (byte: number) =>
    (byte >= 0x21 && byte <= 0x7e) || (byte >= 0xa1 && byte <= 0xac) || byte >= 0xae
  let other = 0x100
  return Array.from({ length: 256 }, (_, byte) => String.fromCharCode(prints(byte) ? byte : other++))
}

const END = 0

async function compilerOver(tokens: readonly string[]) {
  const info = await TokenizerInfo.createTokenizerInfo([...tokens], 'byte_level', false, tokens.length, [END])
  return GrammarCompiler.createGrammarCompiler(info)
}

/** What a grammar takes is a matter of bytes: single ones compile a hundred times faster than a whole vocabulary. */
const compiler = await compilerOver(['<end>', ...byteLetters()])

/** Whether each text is a whole answer: all of it is taken, and the end of the turn after it. */
async function verdicts(grammar: CompiledGrammar, texts: readonly string[]): Promise<boolean[]> {
  const matcher = await GrammarMatcher.createGrammarMatcher(grammar)
  const taken = texts.map((text) => {
    matcher.reset()
    return matcher._acceptString(text) && matcher.acceptToken(END)
  })
  matcher.dispose()
  return taken
}

/** With the defaults that web-llm compiles with. */
const compile = (schema: JsonSchema) => compiler.compileJSONSchema(JSON.stringify(schema))

async function takes(schema: JsonSchema, values: readonly unknown[]): Promise<boolean[]> {
  const grammar = await compile(schema)
  const taken = await verdicts(
    grammar,
    values.map((value) => JSON.stringify(value)),
  )
  grammar.dispose()
  return taken
}

type Arguments = Readonly<Record<string, unknown>>
type Properties = Readonly<Record<string, JsonSchema>>

/** The arguments in the order in which the schema declares them, which is that of the grammar. */
function inOrder(args: Arguments, properties: Properties): Arguments {
  return Object.fromEntries(
    Object.keys(properties).flatMap((name) => (name in args ? [[name, args[name]]] : [])),
  )
}

/** Each is wrong in one way, whose name is its key. */
function wrongOnes(
  args: Arguments,
  { properties, required }: ReturnType<typeof parametersOf>,
): [string, Arguments][] {
  const wrong: [string, Arguments][] = [['an argument that is not declared', { ...args, not_declared: 1 }]]
  for (const [name, property] of Object.entries(properties)) {
    const given = inOrder({ ...args, [name]: wrongType(property) }, properties)
    wrong.push([`${name} of another type`, given])
    const values = property['enum'] as readonly unknown[] | undefined
    if (values)
      wrong.push([
        `${name} of no such choice`,
        inOrder({ ...args, [name]: `${String(values[0])}x` }, properties),
      ])
    const high = property['type'] === 'integer' ? Number(property['maximum']) : NaN
    // Some ranges reach a little too far: see below.
    if (high < 1e9)
      wrong.push([`${name} far above its bound`, inOrder({ ...args, [name]: 100 * high + 1 }, properties)])
  }
  for (const name of required) {
    const { [name]: _without, ...rest } = args
    wrong.push([`no ${name}`, rest])
  }
  return wrong
}

function wrongType(property: JsonSchema): unknown {
  const kind = property['type']
  return kind === 'number' || kind === 'integer' || property['enum'] || property['anyOf']
    ? { no: 'object' }
    : 7
}

function parametersOf(tool: (typeof TOOLS)[number]) {
  const { properties, required } = toolSpec(tool).parameters
  return { properties, required: required ?? [] }
}

describe('XGrammar on the tools of the library', () => {
  it('takes the examples of every tool and refuses what is wrong in one way', async () => {
    const broken: string[] = []
    const grammars = new Map<string, CompiledGrammar>()
    let refused = 0
    for (const tool of TOOLS) {
      const parameters = parametersOf(tool)
      const schema = plainSchema(toolSpec(tool).parameters as unknown as JsonSchema)
      const key = stableJson(Object.entries(schema['properties'] ?? {})) + stableJson(schema['required'])
      let grammar = grammars.get(key)
      if (!grammar) {
        grammar = await compile(schema)
        grammars.set(key, grammar)
      }
      const examples = tool.examples.map((args) => inOrder(args as Arguments, parameters.properties))
      const wrong = wrongOnes(examples[0]!, parameters)
      const taken = await verdicts(
        grammar,
        [...examples, ...wrong.map(([, args]) => args)].map((args) => JSON.stringify(args)),
      )
      examples.forEach((args, at) => {
        if (!taken[at]) broken.push(`${tool.name} refuses ${JSON.stringify(args)}`)
      })
      wrong.forEach(([what, args], at) => {
        if (taken[examples.length + at]) broken.push(`${tool.name} takes ${what}: ${JSON.stringify(args)}`)
        else refused++
      })
    }
    for (const grammar of grammars.values()) grammar.dispose()
    expect(broken).toEqual([])
    expect(refused).toBeGreaterThan(TOOLS.length * 3)
  }, 120_000)

  it.skipIf(!hasShared)(
    'compiles them over a whole vocabulary, none of them by the minute',
    async (test) => {
      const whole = await compilerOver(vocabularyOfSmolLm())
      const families = [...new Set(TOOLS.map(({ family }) => family))]
      const times: [milliseconds: number, name: string][] = []
      for (const family of families) {
        const tool = TOOLS.filter((one) => one.family === family).at(-1)!
        const schema = JSON.stringify(plainSchema(toolSpec(tool).parameters as unknown as JsonSchema))
        const begin = performance.now()
        const grammar = await whole.compileJSONSchema(schema)
        times.push([performance.now() - begin, tool.name])
        expect(await verdicts(grammar, ['{', '[]'])).toEqual([false, false])
        grammar.dispose()
      }
      whole.dispose()
      times.sort(([a], [b]) => a - b)
      const [middle, longest] = [times[times.length >> 1]!, times.at(-1)!]
      await test.annotate(
        `XGrammar over 49,152 tokens: ${middle[0].toFixed(0)} ms in the middle, ${longest[0].toFixed(0)} ms for ${longest[1]}`,
      )
      // With lengths of strings left in each takes seconds.
      expect(times.reduce((sum, [milliseconds]) => sum + milliseconds, 0)).toBeLessThan(60_000)
    },
    120_000,
  )

  it('holds a choice to the names, in one turn and nothing after it', async () => {
    const names = TOOLS.slice(0, 100).map(({ name }) => name)
    const odd = ['say "so"', 'back\\slash', 'två', 'a\nb']
    const grammar = await compiler.compileGrammar(choiceGrammar([...names, ...odd]))
    const good = await verdicts(grammar, [...names, ...odd])
    expect(good.every(Boolean)).toBe(true)
    const bad = ['', 'no_such_tool', `${names[0]} `, `"${names[0]}"`, names[0]!.slice(0, -1), 'a\\nb']
    expect(await verdicts(grammar, bad)).toEqual(bad.map(() => false))
    grammar.dispose()
  })
})

describe('plainSchema in XGrammar', () => {
  const one = (value: JsonSchema): JsonSchema =>
    plainSchema({ type: 'object', properties: { value }, required: ['value'] })
  const judge = (schema: JsonSchema, values: readonly unknown[]) =>
    takes(
      one(schema),
      values.map((value) => ({ value })),
    )

  it('lets every number through where XGrammar would refuse some within the bounds', async () => {
    const bounded: JsonSchema = { type: 'number', minimum: 0, maximum: 1 }
    const raw: JsonSchema = {
      type: 'object',
      properties: { value: { type: 'number', exclusiveMinimum: 0 } },
      required: ['value'],
    }
    // Why the bounds are taken out: it refuses a half, and takes the zero that is excluded.
    expect(await takes(raw, [{ value: 0.5 }, { value: 0 }])).toEqual([false, true])
    expect(await judge(bounded, [0, 0.5, 1, 0.1234567, 1e-7, -0.27])).toEqual(Array(6).fill(true))
    expect(await judge(bounded, ['0.5', null, true])).toEqual([false, false, false])
  })

  it('holds integers to their bounds, and lists to their counts', async () => {
    expect(await judge({ type: 'integer', minimum: 1, maximum: 12 }, [1, 12, 0, 13, -3, 1.5])).toEqual([
      true, true, false, false, false, false,
    ]) // prettier-ignore
    expect(await judge({ type: 'integer', exclusiveMinimum: 0, maximum: 9 }, [0, 1, 9, 10])).toEqual([
      false, true, true, false,
    ]) // prettier-ignore
    // Its ranges are now and then too wide, never too narrow: the check of the arguments afterwards has the last word.
    expect(await judge({ type: 'integer', minimum: 2, maximum: 1024 }, [2, 1024, 1025, 2000, 1])).toEqual([
      true, true, true, false, false,
    ]) // prettier-ignore
    const list: JsonSchema = {
      type: 'array',
      items: { type: 'string', maxLength: 64 },
      minItems: 2,
      maxItems: 3,
    }
    expect(await judge(list, [['a'], ['a', 'b'], ['a', 'b', 'c'], ['a', 'b', 'c', 'd'], ['a', 1]])).toEqual([
      false, true, true, false, false,
    ]) // prettier-ignore
  })

  it('holds dates to their pattern, choices to their values and names to a character at least', async () => {
    const date: JsonSchema = { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' }
    expect(await judge(date, ['2020-08-31', '2020-8-31', 'soon', ''])).toEqual([true, false, false, false])
    const either: JsonSchema = {
      anyOf: [
        { type: 'number', const: 4 },
        { type: 'number', const: 8 },
      ],
    }
    expect(await judge(either, [4, 8, 5, '4'])).toEqual([true, true, false, false])
    const text: JsonSchema = { type: 'string', minLength: 1, maxLength: 64 }
    // Where a length is given XGrammar takes no escaped character: no argument of a tool needs one.
    expect(await judge(text, ['(nir − red) / 2 é', '', 3, 'a "b"'])).toEqual([true, false, false, false])
  })
})
