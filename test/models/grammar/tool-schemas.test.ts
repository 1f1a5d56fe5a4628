import { describe, expect, it } from 'vitest'
import { schemaToGbnf } from '../../../src/models/grammar/gbnf.ts'
import { TOOLS } from '../../../src/tools/index.ts'
import { toolSpec, type Tool } from '../../../src/tools/tool.ts'
import { readGbnf } from '../../helpers/gbnf.ts'

type Property = Readonly<Record<string, unknown>>
type Arguments = Readonly<Record<string, unknown>>

const propertiesOf = (tool: Tool) => Object.entries(toolSpec(tool).parameters.properties)

/** As a model held to the schema writes it: the properties in their order. */
const written = (tool: Tool, given: Arguments) =>
  JSON.stringify(
    Object.fromEntries(propertiesOf(tool).flatMap(([name]) => (name in given ? [[name, given[name]]] : []))),
  )

/** Values of a property that break what a grammar can hold. */
function badValues(property: Property): unknown[] {
  const [least, most] = [property['minimum'], property['maximum']]
  const bad: unknown[] = [{ unasked: 1 }]
  if (Array.isArray(property['enum']) || Array.isArray(property['anyOf'])) bad.push('none-of-them', -77)
  if (property['type'] === 'string') bad.push(5)
  if (property['type'] === 'number' || property['type'] === 'integer') bad.push('five')
  if (property['type'] === 'integer') bad.push(2.5)
  if (property['type'] === 'integer' && typeof least === 'number') bad.push(least - 1)
  if (property['type'] === 'integer' && typeof most === 'number') bad.push(most + 1)
  if (property['type'] === 'string' && property['minLength'] === 1) bad.push('')
  if (typeof property['maxLength'] === 'number') bad.push('x'.repeat(property['maxLength'] + 1))
  if (typeof property['pattern'] === 'string') bad.push('No such !')
  if (typeof property['minItems'] === 'number' && property['minItems'] > 0) bad.push([])
  if (property['type'] === 'array') bad.push('not a list')
  return bad
}

describe('schemaToGbnf for every tool', () => {
  it('knows the whole library', () => {
    expect(TOOLS.length).toBeGreaterThan(400)
  })

  it('takes the examples of each tool', () => {
    const refused = TOOLS.flatMap((tool) => {
      const grammar = readGbnf(schemaToGbnf({ ...toolSpec(tool).parameters }))
      return tool.examples.map((example) => written(tool, example)).filter((text) => !grammar.matches(text))
    })
    expect(refused).toEqual([])
  })

  it('refuses what the schema does not allow, as Zod does', () => {
    const taken: string[] = []
    let count = 0
    for (const tool of TOOLS) {
      const grammar = readGbnf(schemaToGbnf({ ...toolSpec(tool).parameters }))
      const example: Arguments = tool.examples[0] ?? {}
      const wrong = propertiesOf(tool).flatMap(([name, property]) => [
        ...badValues(property).map((value) => ({ ...example, [name]: value })),
        ...(toolSpec(tool).parameters.required?.includes(name)
          ? [Object.fromEntries(Object.entries(example).filter(([other]) => other !== name))]
          : []),
      ])
      for (const given of wrong) {
        count++
        const text = written(tool, given)
        if (tool.input.safeParse(given).success) taken.push(`Zod: ${tool.name} ${text}`)
        if (grammar.matches(text)) taken.push(`grammar: ${tool.name} ${text}`)
      }
      if (grammar.matches(JSON.stringify({ ...example, unasked: 1 })))
        taken.push(`${tool.name}: one more property`)
    }
    expect(taken).toEqual([])
    expect(count).toBeGreaterThan(5000)
  })

  it('lets no tool write spaces or digits without end', () => {
    for (const tool of TOOLS) {
      const endless = schemaToGbnf({ ...toolSpec(tool).parameters }).match(/(" "|\[0-9\])[*+]/)
      expect([tool.name, endless]).toEqual([tool.name, null])
    }
  })
})
