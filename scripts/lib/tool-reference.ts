import { findIndex } from '../../src/sensing/indices.ts'
import { toolSpec, type Tool, type ToolSpec } from '../../src/tools/tool.ts'
import type { Port } from '../../src/trace/port.ts'

const FAMILY_TITLES: Readonly<Record<string, string>> = {
  inventory: 'Inventory and description',
  preprocess: 'Pre-processing',
  indices: 'Spectral indices',
  thermal: 'Thermal',
  inversion: 'Inversion: atmosphere, water, ice, microwave',
  terrain: 'Terrain',
  segmentation: 'Segmentation',
  masks: 'Masks',
  change: 'Change',
  hotspots: 'Hotspots',
  direction: 'Direction',
  statistics: 'Statistics of rasters',
  zonal: 'Zones and cross tables',
  series: 'Series of values and lists',
  pixelseries: 'Series of rasters',
  vectors: 'Vectors',
  arithmetic: 'Arithmetic and units',
  compose: 'Composing',
  output: 'Output',
}

/** The tool reference from the declarations: file name → Markdown; `README.md` lists the families. */
export function toolReference(tools: readonly Tool[]): ReadonlyMap<string, string> {
  const families = [...new Set(tools.map(({ family }) => family))]
  const pages = new Map(
    families.map((family) => [
      `${family}.md`,
      familyPage(
        family,
        tools.filter((tool) => tool.family === family),
      ),
    ]),
  )
  return new Map([['README.md', overview(families, tools)], ...pages])
}

const NOTE = '<!-- Written by `npm run docs` from the declarations in src/tools: edit those. -->'

const titleOf = (family: string) => FAMILY_TITLES[family] ?? family

function overview(families: readonly string[], tools: readonly Tool[]): string {
  const rows = families.map((family) => {
    const own = tools.filter((tool) => tool.family === family)
    return `| [${titleOf(family)}](${family}.md) | ${own.length} | ${shown(own)} |`
  })
  return `${NOTE}

# Tool reference

${tools.length} tools in ${families.length} families. A layer argument takes the id of a layer; what fits is said behind each.

| family | tools | names |
| --- | ---: | --- |
${rows.join('\n')}
`
}

/** The overview names all tools of a family but those of the index catalogue, which has a page of its own. */
const NAMES_SHOWN = 40

function shown(tools: readonly Tool[]): string {
  const names = tools.slice(0, NAMES_SHOWN).map(({ name }) => `\`${name}\``)
  return names.join(', ') + (tools.length > NAMES_SHOWN ? ', …' : '')
}

function familyPage(family: string, tools: readonly Tool[]): string {
  if (family === 'indices') return indexPage(tools)
  return `${NOTE}\n\n# ${titleOf(family)}\n\n${tools.map(entry).join('\n')}`
}

/** The tools of the catalogue take the same arguments: a row each. */
function indexPage(tools: readonly Tool[]): string {
  const first = toolSpec(tools[0]!)
  const rows = tools.map((tool) => {
    const index = findIndex(tool.name)!
    const needs = Object.values(tool.needs).map(portWords).join('; ')
    return `| <a id="${index.name}"></a>\`${index.name}\` | ${cell(index.title)}. ${cell(index.application)} | \`${index.formula}\` | ${cell(needs)} | ${index.range.join(' to ')} | ${sourceLink(tool.source)} |`
  })
  return `${NOTE}

# ${titleOf('indices')}

One tool a row. Each gives a raster of the index and measures ${first.measures.map(({ name }) => name).join(', ')}. A pixel where any band has
no data or is not above zero has no index. Formulas with constants that need reflectance from 0 to 1 take no raw numbers.

${argumentRows(first).join('\n')}

Example: \`${JSON.stringify(tools[0]!.examples[0])}\`

| name | what | formula | takes | usual range | source |
| --- | --- | --- | --- | --- | --- |
${rows.join('\n')}
`
}

function entry(tool: Tool): string {
  const spec = toolSpec(tool)
  const needs = Object.entries(spec.needs).map(([name, need]) => `${name}: ${portWords(need)}`)
  const measures = spec.measures.map(({ name, dimension }) => `${name} (${dimension})`)
  const lines = [
    `## \`${spec.name}\``,
    '',
    `${escaped(spec.title)}. ${escaped(spec.summary)}`,
    '',
    `- **Takes**: ${needs.length > 0 ? escaped(needs.join('; ')) : 'no layer'}`,
    `- **Gives**: ${escaped(portWords(spec.gives))}`,
    ...(measures.length > 0 ? [`- **Measures**: ${measures.join(', ')}`] : []),
    `- **Source**: ${sourceLink(spec.source)}`,
    '',
    ...argumentRows(spec),
    '',
    `Example: \`${JSON.stringify(tool.examples[0])}\``,
    '',
  ]
  return lines.join('\n')
}

function argumentRows({ parameters }: ToolSpec): string[] {
  const all = Object.entries(parameters.properties)
  if (all.length === 0) return ['No arguments.']
  const required = new Set(parameters.required ?? [])
  return [
    '| argument | type | default | meaning |',
    '| --- | --- | --- | --- |',
    ...all.map(([name, schema]) => {
      const standard =
        schema['default'] === undefined ? (required.has(name) ? 'required' : '') : code(schema['default'])
      return `| \`${name}\` | ${cell(typeWords(schema))} | ${standard} | ${cell(textOf(schema['description'], ''))} |`
    }),
  ]
}

const code = (value: unknown) => `\`${JSON.stringify(value)}\``

type Schema = Readonly<Record<string, unknown>>

const textOf = (value: unknown, otherwise: string) => (typeof value === 'string' ? value : otherwise)

/** 'integer, 3 to 31', '"mean" or "median"', 'list of text'. */
function typeWords(schema: Schema): string {
  const choices = schema['enum'] ?? (schema['const'] === undefined ? undefined : [schema['const']])
  if (Array.isArray(choices)) return choices.map(code).join(' or ')
  const either = (schema['anyOf'] ?? schema['oneOf']) as readonly Schema[] | undefined
  if (either) return either.map(typeWords).join(' or ')
  if (schema['type'] === 'array') return `list of ${typeWords((schema['items'] as Schema | undefined) ?? {})}`
  const kind = schema['type'] === 'string' ? 'text' : textOf(schema['type'], 'any')
  return [kind, bounds(schema)].filter((words) => words !== '').join(', ')
}

function bounds(schema: Schema): string {
  const low = schema['minimum'] ?? schema['exclusiveMinimum']
  const high = schema['maximum'] ?? schema['exclusiveMaximum']
  const isWide = (bound: unknown) => typeof bound !== 'number' || Math.abs(bound) >= Number.MAX_SAFE_INTEGER
  if (isWide(low) && isWide(high)) return ''
  if (isWide(high)) return `from ${String(low)}`
  return isWide(low) ? `up to ${String(high)}` : `${String(low)} to ${String(high)}`
}

function portWords(port: Port): string {
  if (port.kind === 'rasters') return `a list, each ${portWords(port.of)}`
  if (port.kind === 'data') return 'one raster or vector layer'
  if (port.kind !== 'raster') return port.kind
  const quantity = [port.quantity].flat().join(' or ')
  const bands =
    port.bands === undefined
      ? ''
      : port.bands.length > 0
        ? ` with bands ${port.bands.join(', ')}`
        : ' scene of any bands'
  return `raster of ${quantity}${port.meaning ? ` (${port.meaning})` : ''}${bands}`
}

function sourceLink(source: string): string {
  const address = source.startsWith('doi:') ? `https://doi.org/${source.slice(4)}` : source
  return `<${address.replaceAll('<', '%3C').replaceAll('>', '%3E')}>`
}

const cell = (text: string) => escaped(text).replaceAll('|', '\\|')
const escaped = (text: string) => text.replaceAll('<', '\\<').replaceAll('*', '\\*')
