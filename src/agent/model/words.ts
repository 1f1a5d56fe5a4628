import type { Option } from '../../models/chat-model.ts'
import type { ToolSpec } from '../../tools/tool.ts'
import type { Layer } from '../../trace/layer.ts'
import type { DoneStep } from '../types.ts'
import { config } from '../../config.ts'
import type { ArgumentPlan, Property } from './arguments.ts'
import { cutAtSentences } from './short-text.ts'
import { layerWords } from './stock.ts'

/** What a call saw, for the model: the call, the layers it made, and as much of its text as the turn has room for. */
export async function resultText(
  step: DoneStep,
  { tokens, count }: { readonly tokens: number; readonly count: (text: string) => Promise<number> },
): Promise<string> {
  const head = `${step.call.tool}(${argumentWords(step.call.args)})`
  if (step.error) return `${head} failed: ${step.error.message}`
  const made = step.layers.length > 0 ? ` gave ${step.layers.map(layerWords).join(', ')}.` : ' told:'
  const room = tokens - (await count(head + made))
  const text = await cutAtSentences(step.observation?.text ?? '', async (part) => (await count(part)) <= room)
  return `${head}${made} ${text}`.trim()
}

/** Layers in full, whatever else is said of a call. */
function argumentWords(args: Readonly<Record<string, unknown>>): string {
  return Object.entries(args)
    .map(([name, value]) => `${name}=${Array.isArray(value) ? value.join(' ') : String(value)}`)
    .join(', ')
}

/** The actions of this turn: each tool with its title the first time it comes up, as far as there is room. */
export async function actionText(
  options: readonly Option[],
  specs: readonly ToolSpec[],
  told: Set<string>,
  { tokens, count }: { readonly tokens: number; readonly count: (text: string) => Promise<number> },
): Promise<string> {
  const ends: Readonly<Record<string, string>> = {
    answer: 'what was measured answers the question',
    ask_user: 'something is missing that only the person can tell',
  }
  const names = options.map(({ name }) => name)
  const plain = (lines: ReadonlyMap<string, string>) =>
    `Reply with the name of the next action:\n${names.map((name) => (lines.has(name) ? `${name}: ${lines.get(name)!}` : name)).join('\n')}`
  const lines = new Map<string, string>()
  for (const name of names) {
    if (told.has(name)) continue
    const title = ends[name] ?? specs.find((spec) => spec.name === name)?.title ?? ''
    const longer = new Map([...lines, [name, title]])
    if ((await count(plain(longer))) > tokens) break
    lines.set(name, title)
  }
  for (const name of lines.keys()) told.add(name)
  return plain(lines)
}

/** What is asked of the arguments, and what stands already. */
export function askArguments(spec: ToolSpec, plan: ArgumentPlan, stock: readonly Layer[]): string {
  const fields = Object.entries(plan.open).map(([name, property]) => {
    const isOptional = plan.required.includes(name) ? '' : ' (may be left out)'
    return `${name}${isOptional}: ${valueWords(spec, name, property, stock)}`
  })
  return `Arguments of ${spec.name} as JSON:\n${fields.join('\n')}`
}

function valueWords(spec: ToolSpec, name: string, property: Property, stock: readonly Layer[]): string {
  const values = property['enum'] as readonly unknown[] | undefined
  if (values && spec.needs[name]) {
    const layers = values.map((id) => stock.find((layer) => layer.id === id))
    return layers.map((layer) => (layer ? layerWords(layer) : '')).join(' or ')
  }
  if (values) return values.join(' or ')
  const meaning = (spec.parameters.properties[name]?.['description'] as string | undefined) ?? ''
  // Its first sentence says what it is, the rest how it is used.
  const [first = ''] = meaning.split(/(?<=\.)\s/)
  return `${(property['type'] as string | undefined) ?? 'value'}, ${first}`
}

/** Room for arguments: names, quotes and values of a few tokens each, longer where lists or texts are asked. */
export function argumentTokens({ open }: ArgumentPlan): number {
  const each = Object.values(open).map(({ type, enum: values }) =>
    values !== undefined || type === 'number' || type === 'integer' || type === 'boolean' ? 32 : 160,
  )
  return 16 + each.reduce((sum, tokens) => sum + tokens, 0)
}

export const observationTokens = (turnTokens: number): number =>
  Math.floor(turnTokens * config.model.observationShare)
