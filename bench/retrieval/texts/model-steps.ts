import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { askForSteps, stepsOf, stepsSchema } from '../../../src/agent/model/step-list.ts'
import type { Engine } from '../../../src/models/engine.ts'
import type { Prompt } from '../../../src/models/prompt.ts'
import type { TextStore } from './text-store.ts'

/** A model that may have to be loaded first. */
export interface AskedModel {
  use<Result>(work: (engine: Engine) => Promise<Result>): Promise<Result>
}

/** In place of what the app says of its data and its memory, of which there are none here. */
const SYSTEM = 'You find tools for questions.'

/** Questions of no set, answered as they should be: without them a model of 135 M parameters repeats names and dates of the question. */
export const WORKED = [
  {
    question: 'How warm will it be in Oslo tomorrow, and what does a train from Bergen to Oslo cost?',
    steps: ['get the weather forecast of a city', 'find the price of a train ticket'],
  },
  {
    question: 'Play some jazz and turn the lights in the kitchen off.',
    steps: ['play music of a genre', 'turn off the lights of a room'],
  },
] as const

/** A longer question is cut: reading takes the model longer than writing does. */
const QUESTION_CHARACTERS = 600

/** Where an answer is cut off, what was whole by then counts. */
const ANSWER_TOKENS = 64

/** Longer than any answer of so few tokens. */
const ANSWER_CHARACTERS = 4000

/** The app's own request, behind the worked questions, which the engine reads once for all. */
export function stepsPrompt(question: string): Prompt {
  const asked = (text: string) => ({ role: 'user', text: `${askForSteps()}\nQuestion: ${text}` }) as const
  const answer = (steps: readonly string[]) => ({
    role: 'assistant' as const,
    text: `{"steps": [${steps.map((step) => JSON.stringify(step)).join(', ')}]}`,
  })
  return {
    system: SYSTEM,
    turns: [
      ...WORKED.flatMap((worked) => [asked(worked.question), answer(worked.steps)]),
      asked(question.slice(0, QUESTION_CHARACTERS)),
    ],
  }
}

/** The steps that the model writes for each question; none where its answer cannot be used. What lies in the store is not asked again. */
export async function modelSteps(
  questions: readonly string[],
  model: AskedModel,
  store: TextStore,
  progress: (done: number, total: number) => void,
): Promise<readonly (readonly string[])[]> {
  const steps: (readonly string[])[] = []
  const ask = { schema: stepsSchema(), maxTokens: ANSWER_TOKENS }
  for (const question of questions) {
    const prompt = stepsPrompt(question)
    const key = createHash('sha256')
      .update(JSON.stringify([prompt, ask]))
      .digest('hex')
    let answer = store.get(key)
    if (answer === undefined) {
      answer = (await model.use((engine) => engine.complete(prompt, ask))).text
      store.set(key, answer)
    }
    steps.push(readSteps(answer))
    progress(steps.length, questions.length)
  }
  return steps
}

/** From an untrusted answer few short lines, by the bounds of the app; none where it is no list of texts. */
export const readSteps = (answer: string): readonly string[] =>
  stepsOf({ steps: listed(answer.slice(0, ANSWER_CHARACTERS)).map(withoutMarkup) })

/** The strings of the answer's list: those of the JSON, or where it was cut off the whole ones. */
function listed(text: string): readonly string[] {
  const json = text.slice(Math.max(0, text.indexOf('{')), text.lastIndexOf('}') + 1)
  const value = parsed(json) as { readonly steps?: unknown } | null | undefined
  if (value && typeof value === 'object') return strings(value.steps)
  const list = /"steps"\s*:\s*\[(.*)/s.exec(text)?.[1] ?? ''
  return strings([...list.matchAll(/"(?:[^"\\]|\\.)*"/gs)].map(([literal]) => parsed(literal)))
}

const strings = (list: unknown): readonly string[] =>
  Array.isArray(list) ? list.filter((item): item is string => typeof item === 'string') : []

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

const withoutMarkup = (text: string): string =>
  text
    .replace(/<[^<>]*>/g, ' ')
    .replace(/[\p{C}\p{Zl}\p{Zp}`*#]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** Over the content of all files of a model. */
export async function filesHash(files: readonly string[]): Promise<string> {
  const hash = createHash('sha256')
  for (const file of files) await pipeline(createReadStream(file), hash, { end: false })
  return hash.digest('hex').slice(0, 16)
}
