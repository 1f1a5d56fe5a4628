import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Row } from '../../bench/harness/bench.ts'
import { runHarness } from '../../bench/harness/main.ts'
import { METHODS } from '../../bench/retrieval/methods.ts'
import { chosenModel } from '../../bench/retrieval/texts/chosen-model.ts'
import { COMPARED, orClauses } from '../../bench/retrieval/texts/comparison.ts'
import { filesHash, modelSteps, readSteps, stepsPrompt, WORKED, type AskedModel } from '../../bench/retrieval/texts/model-steps.ts' // prettier-ignore
import { QUESTIONS, subset, subsetFigures } from '../../bench/retrieval/texts/subset.ts'
import { textStore } from '../../bench/retrieval/texts/text-store.ts'
import { askForSteps } from '../../src/agent/model/step-list.ts'
import type { Completed, Engine } from '../../src/models/engine.ts'
import { NO_USAGE, type Prompt } from '../../src/models/prompt.ts'
import { hasShared, sharedPath } from '../helpers/shared.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'geoforge-texts-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('subset', () => {
  it('is the same every time: 60 of more, all of fewer, in order', () => {
    const places = subset(1354)
    expect(places).toHaveLength(QUESTIONS)
    expect(subset(1354)).toEqual(places)
    expect(new Set(places).size).toBe(60)
    expect([...places].sort((a, b) => a - b)).toEqual(places)
    expect(subset(3)).toEqual([0, 1, 2])
    // Fixed: figures of one version can be held against those of another.
    expect(subset(100, 5)).toEqual([7, 20, 74, 80, 98])
  })

  it('hangs on the seed, and is spread over the set', () => {
    expect(subset(1000, 60, 2)).not.toEqual(subset(1000, 60, 1))
    // Of 60 in the halves of a set fewer than 15 in one would come about once in 10,000 draws.
    const inFirstHalf = subset(1000).filter((at) => at < 500).length
    expect(inFirstHalf).toBeGreaterThan(15)
    expect(inFirstHalf).toBeLessThan(45)
  })

  it('says which ids they are, and a short hash of them', () => {
    const { ids, ids_sha256 } = subsetFigures(['a', 'b'])
    expect(ids).toBe('a b')
    // printf 'a b' | sha256sum
    expect(ids_sha256).toBe('c8687a08aa5d6ed2')
  })
})

const answer = (...list: readonly string[]) => JSON.stringify({ steps: list })

describe('readSteps', () => {
  it('reads the list of an answer, each text once', () => {
    expect(readSteps(answer('find a flight', ' book a hotel ', 'find a flight'))).toEqual([
      'find a flight',
      'book a hotel',
    ])
  })

  it('reads nothing out of what is no list of texts', () => {
    const unusable = ['', ' ', 'I cannot help with that.', '{}', '{"steps": []}', '{"steps": "find"}', '[1]', 'null', '{"steps": [1, null, {"a": "b"}]}', answer('', '  ', '—', 'the of'), '{"tools": ["find"]}'] // prettier-ignore
    for (const text of unusable) expect(readSteps(text), text).toEqual([])
  })

  it('takes what was whole where an answer was cut off', () => {
    expect(readSteps('{"steps": ["find a flight", "say \\"go\\"", "book a ho')).toEqual([
      'find a flight',
      'say "go"',
    ])
    expect(readSteps('{"steps": ["find a fli')).toEqual([])
  })

  it('takes few and short ones', () => {
    const many = Array.from({ length: 20 }, (_, at) => `step ${'x'.repeat(at)} ${'word '.repeat(30)}`)
    const read = readSteps(answer(...many))
    // The app's own bounds: six of 80 characters.
    expect(read).toHaveLength(6)
    expect(Math.max(...read.map((text) => text.length))).toBeLessThanOrEqual(80)
    // However long an answer is, only its beginning is looked at.
    expect(readSteps(`{"steps": ["find", "${'a'.repeat(1_000_000)}"]}`)).toEqual(['find'])
  })

  it('takes markup and what nobody sees off, and fences away', () => {
    expect(readSteps(answer('<b>find</b> a **flight**', 'book\u0000\u200b\na\u2028`hotel`'))).toEqual([
      'find a flight',
      'book a hotel',
    ])
    expect(readSteps(`Sure!\n\`\`\`json\n${answer('find a flight')}\n\`\`\``)).toEqual(['find a flight'])
  })
})

describe('stepsPrompt', () => {
  it('asks with the app’s own words, behind answers that would be read as they stand', () => {
    const { turns } = stepsPrompt('x')
    expect(turns.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant', 'user'])
    WORKED.forEach(({ steps }, at) => expect(readSteps(turns[2 * at + 1]!.text)).toEqual(steps))
    expect(turns.at(-1)!.text).toBe(`${askForSteps()}\nQuestion: x`)
  })

  it('cuts a long question', () => {
    expect(stepsPrompt('q'.repeat(5000)).turns.at(-1)!.text.length).toBeLessThan(1000)
  })
})

/** Answers by a rule in place of a model, and counts. */
function ruled(rule: (question: string) => string) {
  const asked: string[] = []
  const complete = (prompt: Prompt): Promise<Completed> => {
    const question = prompt.turns.at(-1)!.text.split('Question: ')[1]!
    asked.push(question)
    return Promise.resolve({ text: rule(question), finish: 'stop', usage: NO_USAGE })
  }
  const model: AskedModel = { use: (work) => work({ complete } as Partial<Engine> as Engine) }
  return { model, asked }
}

describe('modelSteps', () => {
  const none = () => undefined
  const file = () => join(folder, 'texts', 'model.jsonl')

  it('asks each question once, also over two runs and after a torn line', async () => {
    const { model, asked } = ruled((question) => answer(`look at ${question}`))
    expect(await modelSteps(['cats', 'dogs', 'cats'], model, textStore(file()), none)).toEqual([
      ['look at cats'],
      ['look at dogs'],
      ['look at cats'],
    ])
    expect(asked).toEqual(['cats', 'dogs'])
    // Killed while it wrote a line.
    appendFileSync(file(), '["abc", "{\\"ste')
    await modelSteps(['cats', 'birds'], model, textStore(file()), none)
    await modelSteps(['birds', 'dogs'], model, textStore(file()), none)
    expect(asked).toEqual(['cats', 'dogs', 'birds'])
  })

  it('gives nothing for an answer that cannot be used, which the clauses then stand for and which is counted', async () => {
    const { model } = ruled((question) => (question === 'dogs' ? 'Woof.' : answer('see cats')))
    const texts = await modelSteps(['cats', 'dogs'], model, textStore(file()), none)
    expect(texts).toEqual([['see cats'], []])
    expect(orClauses(texts, [['cats'], ['dogs', 'too']])).toEqual({
      parts: [['see cats'], ['dogs', 'too']],
      unusable: 1,
    })
  })
})

describe('chosenModel', () => {
  it('takes a file, all parts of a split one, or a folder', () => {
    for (const name of ['a.gguf', 'b-00001-of-00002.gguf', 'b-00002-of-00002.gguf']) {
      writeFileSync(join(folder, name), 'x')
    }
    expect(chosenModel('/none', join(folder, 'a.gguf'))).toEqual({
      id: 'a',
      files: [join(folder, 'a.gguf')],
    })
    expect(chosenModel('/none', join(folder, 'b-00001-of-00002.gguf')).files).toEqual(
      [1, 2].map((part) => join(folder, `b-0000${part}-of-00002.gguf`)),
    )
    expect(() => chosenModel('/none', folder)).toThrow(/2 models/)
    expect(() => chosenModel('/none', 'true')).toThrow(/no \.gguf file/)
    expect(() => chosenModel('/none', join(folder, 'absent.gguf'))).toThrow(/no \.gguf file/)
  })
})

describe('eval retrieval --model', () => {
  const small = {
    tools: [
      { name: 'open_gate', description: 'Opens the gate' },
      { name: 'feed_cat', description: 'Feeds the cat' },
      { name: 'read_mail', description: 'Reads the mail' },
    ],
    tasks: [
      { id: 'first', query: 'Open the gate, then feed the cat', tools: ['open_gate', 'feed_cat'] },
      { id: 'second', query: 'The cat mews', tools: ['feed_cat'] },
    ],
  }
  const run = async (...argv: readonly string[]) => {
    const bench = join(import.meta.dirname, '..', '..', 'bench')
    const json = join(folder, 'out.json')
    const set = join(folder, 'mine.json')
    writeFileSync(set, JSON.stringify(small))
    const errors: string[] = []
    const code = await runHarness(
      ['retrieval', '--file', set, '--words', '--orders', '1', '--json', json, ...argv],
      { benches: join(bench, 'suites'), code: [bench], shared: sharedPath(), work: folder, version: '1' },
      { out: () => undefined, err: (text) => errors.push(text) },
    )
    if (code !== 0) return { code, errors, rows: [] as Row[], seeds: {} }
    const { rows, machine } = JSON.parse(readFileSync(json, 'utf8')) as {
      rows: Row[]
      machine: { seeds: Record<string, number> }
    }
    return { code, errors, rows, seeds: machine.seeds }
  }
  /** A model's file that is never opened: its answers lie in the store. */
  const answered = async (answers: readonly string[]) => {
    const file = join(folder, 'known.gguf')
    writeFileSync(file, 'weights')
    const store = textStore(join(folder, 'texts', `${await filesHash([file])}.jsonl`))
    const { model } = ruled((question) => answers[small.tasks.findIndex(({ query }) => query === question)]!)
    const questions = small.tasks.map(({ query }) => query)
    await modelSteps(questions, model, store, () => undefined)
    return file
  }

  it('tells rows by their texts, says which model and which questions, and counts what was unusable', async () => {
    const { rows, seeds } = await run('--model', await answered([answer('open a gate'), 'Meow.']))
    const labelled = rows.filter(({ name }) => name === 'geoforge')
    expect(labelled.map(({ protocol, texts, parts }) => [protocol, texts, parts])).toEqual([
      ['static', 'question', 1],
      ['static', 'clauses', 1.5],
      ['static', 'model', 1],
      ['online', 'question', 1],
      ['online', 'clauses', 1.5],
      ['online', 'model', 1],
    ])
    expect(labelled[2]).toMatchObject({ model: 'known', unusable: 1, tasks: 2 })
    expect(labelled[1]).not.toHaveProperty('model')
    // Aims are of whole sets: they are stated of rows without anything left out.
    expect(labelled[0]).not.toHaveProperty('without')
    expect(rows.at(-1)).toMatchObject({
      name: 'questions', set: 'mine', model: 'known', asked: 2, of: 2, seed: 1, ids: 'first second',
    }) // prettier-ignore
    expect(seeds).toEqual({ order: 1, questions: 1 })
  }, 60_000)

  it('is left out by default', async () => {
    const { rows, seeds } = await run()
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) expect(row).not.toHaveProperty('texts')
    expect(rows.some(({ name }) => name === 'questions')).toBe(false)
    expect(seeds).toEqual({ order: 1 })
  }, 60_000)

  it('refuses a part beside it, and a model that is not there', async () => {
    const file = await answered([answer('open a gate'), answer('feed a cat')])
    const { code, errors } = await run('--model', file, '--part', 'methods')
    expect([code, errors.join(' ')]).toEqual([2, expect.stringContaining('--part')])
    expect((await run('--model', join(folder, 'absent.gguf'))).code).toBe(2)
  })

  it('compares methods that there are', () => {
    const names = METHODS.map(({ name }) => name)
    for (const name of COMPARED) expect(names).toContain(name)
  })

  // Skipped without the shared folder: the model lies there.
  it.skipIf(!hasShared)('finds the small model of the shared folder', () => {
    expect(chosenModel(sharedPath(), 'true').id).toMatch(/^SmolLM2-135M/)
  })
})
