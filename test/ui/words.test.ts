import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { parse } from 'svelte/compiler'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { english } from '../../src/ui/words/en/index.ts'
import { spanish } from '../../src/ui/words/es/index.ts'

const ui = resolve(import.meta.dirname, '../../src/ui')
/** The report of benchmarks is for developers; what lessons teach is content, in the language it was written in. */
const NOT_CATALOGUED = ['report/', 'lessons/content/', 'words/']
/** Rooms whose words are still in their components. */
const PENDING: readonly string[] = []

/** Attributes that people read or hear. */
const SPOKEN =
  /^(aria-(label|description|roledescription|valuetext)|title|placeholder|alt|label|heading|caption|hint|note|text|summary|legend|empty|question|action|confirm)$/
/** Two words, or one that begins a sentence: what a name of a class, a key or a token is not. */
const SENTENCE = /\p{L}[\p{L}’',.;:]* \p{L}|^\p{Lu}\p{Ll}{2,}/u
/** Signs, units and proper names need no translation. */
const PLAIN =
  /^(GeoForge|SmolLM2|Sentinel-\d|Landsat( \d)?|HLS [LS]30|MODIS (Terra|Aqua)|PlanetScope|Files|Escape|Alt|Ctrl|Enter|Esc|Shift|Tab|Arrow(Up|Down|Left|Right)|Page(Up|Down)|Home|End|Feature(Collection)?|Point|Polygon|Circle|prefers-color-scheme: dark)$/
const WORD = /\p{L}{2,}/u

interface Node {
  readonly type: string
  readonly [key: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** What a component says itself: text, spoken attributes, and sentences in its expressions. */
function saidByComponent(source: string): readonly string[] {
  const root = parse(source, { modern: true }) as unknown as {
    fragment: Node
    instance: Node | null
    module: Node | null
  }
  const said: string[] = []
  const visit = (node: Node, attribute: string | null): void => {
    if (node.type === 'Text') {
      const text = (node['data'] as string).trim()
      if (
        attribute === null ? WORD.test(text) && !PLAIN.test(text) : SPOKEN.test(attribute) && WORD.test(text)
      )
        said.push(text)
      return
    }
    // Lengths and their units.
    if (node.type === 'StyleDirective') return
    const own = node.type === 'Attribute' ? (node['name'] as string) : attribute
    if (own !== null && /^(class|style|href|src|id|for|type|name|role|d|viewBox)$/.test(own)) return
    if (node.type === 'Literal' && typeof node['value'] === 'string') check(node['value'], said)
    if (node.type === 'TemplateElement') check((node['value'] as { cooked: string }).cooked.trim(), said)
    for (const [key, value] of Object.entries(node)) {
      if (key === 'loc' || key === 'metadata') continue
      if (isNode(value)) visit(value, own)
      else if (Array.isArray(value)) for (const each of value) if (isNode(each)) visit(each, own)
    }
  }
  visit(root.fragment, null)
  for (const match of source.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g))
    said.push(...saidByModule(match[1]!))
  return said
}

function check(text: string, said: string[]): void {
  if (SENTENCE.test(text) && !PLAIN.test(text)) said.push(text)
}

/** What a template of markup says itself: neither its tags nor what is put in. */
function betweenTags(template: ts.TemplateLiteral): readonly string[] {
  const put = '\u0000'
  const pieces = ts.isTemplateExpression(template)
    ? [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)]
    : [template.text]
  return pieces
    .join(put)
    .replaceAll(/<[^>]*>/g, put)
    .split(put)
    .map((text) => text.trim())
}

/** Sentences in the strings of a module; what faults of the program say to programmers is not read by people. */
function saidByModule(source: string): readonly string[] {
  const said: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return
    if (ts.isNewExpression(node) && /(Error|Exception)$/.test(node.expression.getText())) return
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'css') return
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'html') {
      for (const text of betweenTags(node.template)) check(text, said)
      if (ts.isTemplateExpression(node.template))
        for (const { expression } of node.template.templateSpans) visit(expression)
      return
    }
    if (ts.isCallExpression(node) && /^console\./.test(node.expression.getText())) return
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node))
      check(node.text.trim(), said)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile('module.ts', source, ts.ScriptTarget.Latest, true))
  return said
}

describe('words of the interface', () => {
  const files = readdirSync(ui, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(svelte|ts)$/.test(entry.name))
    .map((entry) => relative(ui, join(entry.parentPath, entry.name)))
    .filter((file) => ![...NOT_CATALOGUED, ...PENDING].some((folder) => file.startsWith(folder)))

  it.each(files)('stand in the catalogue, not in %s', (file) => {
    const source = readFileSync(join(ui, file), 'utf8')
    expect(file.endsWith('.svelte') ? saidByComponent(source) : saidByModule(source)).toEqual([])
  })

  it('are found where a component says them itself', () => {
    expect(
      saidByComponent(
        `<script>const words = busy ? 'Please wait' : plain</script><p title="Two words">{a ? 'Drop here' : b}<b class="big red">Stop</b></p>`,
      ).toSorted(),
    ).toEqual(['Drop here', 'Please wait', 'Stop', 'Two words'])
    expect(
      saidByModule('const a = html`<p class="big red">Look here ${x ? html`<b>${y}</b>` : "Not found"}</p>`'),
    ).toEqual(['Look here', 'Not found'])
  })

  /** Every leaf with its path. */
  function leaves(value: unknown, path: string): [string, unknown][] {
    if (typeof value !== 'object' || value === null) return [[path, value]]
    return Object.entries(value).flatMap(([key, each]) => leaves(each, `${path}.${key}`))
  }

  it('are the same set in each language', () => {
    const ours = new Map(leaves(english, ''))
    const theirs = new Map(leaves(spanish, ''))
    expect([...theirs.keys()].toSorted()).toEqual([...ours.keys()].toSorted())
    for (const [path, value] of ours) {
      expect(typeof theirs.get(path), path).toBe(typeof value)
      if (typeof value === 'function')
        expect((theirs.get(path) as () => string).length, path).toBe(value.length)
      else expect(String(theirs.get(path)).trim(), path).not.toBe('')
    }
  })

  it('are translated', () => {
    const theirs = new Map(leaves(spanish, ''))
    const alike = leaves(english, '')
      .filter(
        ([path, value]) => typeof value === 'string' && SENTENCE.test(value) && theirs.get(path) === value,
      )
      .map(([path]) => path)
    expect(alike).toEqual(ALIKE)
  })
})

/** Words that both languages write alike. */
const ALIKE: readonly string[] = [
  '.hosting.notSecure.parts.serviceWorker.0',
  '.hosting.notSecure.parts.gpu.0',
  '.hosting.notSecure.parts.locks.0',
  '.chat.exports.markdown',
  '.chat.exports.report.sensor',
  '.layers.row.formats.geotiff',
  '.layers.row.formats.geojson',
  '.layers.colours.rampNames.viridis',
  '.layers.colours.rampNames.magma',
  '.layers.colours.rampNames.cividis',
  '.layers.colours.gamma',
  '.models.disk.command',
]
