import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '..')

/** Room → rooms it may import; 'type x' allows types of x alone. Anyone may import src/config.ts. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  'src/lib': [],
  'src/config.ts': [],
  'src/trace': ['src/lib', 'type src/raster'],
  'src/raster': ['src/lib'],
  'src/io': ['src/lib', 'src/raster'],
  'src/sensing': ['src/lib', 'src/raster', 'type src/io', 'type src/trace'],
  'src/tools': ['src/lib', 'src/trace', 'src/raster', 'src/io', 'src/sensing'],
  'src/models': ['src/lib'],
  'src/retrieval': ['src/lib', 'src/trace', 'type src/models', 'type src/tools', 'type src/memory'],
  'src/memory': ['src/lib', 'src/trace', 'type src/models', 'type src/tools', 'src/sensing', 'src/retrieval'],
  'src/agent': [
    'src/lib',
    'src/trace',
    'src/models',
    'src/retrieval',
    'src/memory',
    'src/sensing',
    'type src/tools',
  ],
  'src/store': [
    'src/lib',
    'src/trace',
    'type src/memory',
    'src/memory/journal/*',
    'type src/models',
    'type src/io',
    'src/raster',
  ],
  'src/bridge': [
    'src/lib',
    'src/trace',
    'type src/agent',
    'type src/tools',
    'type src/memory',
    'type src/models',
    'type workers',
  ],
  'src/ui': ['src/lib', 'src/trace', 'src/bridge', 'type src/*'],
  workers: [
    'src/lib',
    'src/trace',
    'src/raster',
    'src/io',
    'src/sensing',
    'src/tools',
    'src/models',
    'src/retrieval',
    'src/memory',
    'src/agent',
    'src/store',
    'src/bridge',
  ],
  bench: ['src/*', 'workers', 'scripts', 'not src/ui'],
  scripts: ['src/*', 'workers', 'vite.config.ts', 'not src/ui'],
  'src/main.ts': ['src/*', 'workers'],
}

/** Library → rooms that may import it. */
const FENCES: readonly (readonly [library: RegExp, rooms: readonly string[]])[] = [
  [/^geotiff/, ['src/io']],
  [/^@zip\.js/, ['src/io']],
  [/^saxes/, ['src/io']],
  [/^shpjs/, ['src/io']],
  [/^geographiclib/, ['src/raster/vector']],
  [/^proj4/, ['src/io', 'src/raster/grid', 'src/ui/map']],
  [/^(dexie|fake-indexeddb)/, ['src/store']],
  [/^(@mlc-ai|@wllama|@xenova|onnxruntime)/, ['src/models']],
  [/^@noble/, ['src/lib']],
  [/^comlink/, ['src/bridge', 'workers', 'bench/pages']],
  [/^ol(\/|$)/, ['src/ui/map']],
  [/^@observablehq/, ['src/ui']],
  [/^node:/, ['bench', 'scripts', 'src/io/node']],
]

interface Import {
  readonly file: string
  readonly target: string
  readonly typeOnly: boolean
}

function sourceFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|svelte)$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((file) => !file.startsWith('scripts/stubs'))
}

function importsOf(file: string): Import[] {
  const whole = readFileSync(join(root, file), 'utf8')
  const code = file.endsWith('.svelte')
    ? [...whole.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map((match) => match[1]).join('\n')
    : whole
  const found: Import[] = []
  const add = (specifier: string, typeOnly: boolean) => {
    const target = specifier.startsWith('.')
      ? relative(root, resolve(root, dirname(file), specifier.replace(/\?.*$/, '')))
      : specifier
    found.push({ file, target, typeOnly })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
      const clause = node.importClause
      const named = clause?.namedBindings
      const allTypes =
        named !== undefined &&
        ts.isNamedImports(named) &&
        clause?.name === undefined &&
        named.elements.length > 0 &&
        named.elements.every((element) => element.isTypeOnly)
      add(node.moduleSpecifier.text, clause?.phaseModifier === ts.SyntaxKind.TypeKeyword || allTypes)
    } else if (
      ts.isExportDeclaration(node) &&
      node.moduleSpecifier &&
      ts.isStringLiteral(node.moduleSpecifier)
    ) {
      add(node.moduleSpecifier.text, node.isTypeOnly)
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [specifier] = node.arguments
      if (specifier && ts.isStringLiteral(specifier)) add(specifier.text, false)
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      if (ts.isStringLiteral(node.argument.literal)) add(node.argument.literal.text, true)
    } else if (ts.isNewExpression(node) && node.arguments?.[0] && node.expression.getText() === 'URL') {
      // Workers are named by `new URL('…', import.meta.url)`: a file name, not an import of its code.
      return
    }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true))
  return found
}

const roomOf = (path: string) =>
  Object.keys(MAY_IMPORT)
    .filter((room) => path === room || path.startsWith(room + '/'))
    .sort((a, b) => b.length - a.length)[0]

function isAllowed(room: string, { target, typeOnly }: Import): boolean {
  if (target === 'src/config.ts') return true
  const other = roomOf(target)
  if (other === room) return true
  const rules = MAY_IMPORT[room]!
  const covers = (rule: string) =>
    rule === other || rule === target || (rule.endsWith('/*') && target.startsWith(rule.slice(0, -1)))
  if (rules.some((rule) => rule.startsWith('not ') && covers(rule.slice(4)))) return false
  return rules.some((rule) => (rule.startsWith('type ') ? typeOnly && covers(rule.slice(5)) : covers(rule)))
}

const imports = ['src', 'workers', 'bench', 'scripts'].flatMap(sourceFiles).flatMap(importsOf)

describe('architecture', () => {
  it('reads imports from every room it knows of', () => {
    expect(imports.length).toBeGreaterThan(20)
  })

  it('holds the import table', () => {
    const broken = imports
      .filter(({ target }) => /^(src|workers|bench|scripts|test)\//.test(target))
      .filter((entry) => {
        const room = roomOf(entry.file)
        return room === undefined || !isAllowed(room, entry)
      })
      .map(({ file, target, typeOnly }) => `${file} imports ${typeOnly ? 'types of ' : ''}${target}`)
    expect(broken).toEqual([])
  })

  it('keeps each library behind its fence', () => {
    const broken = imports
      .filter(({ file, target, typeOnly }) =>
        FENCES.some(
          ([library, rooms]) =>
            !typeOnly &&
            library.test(target) &&
            !rooms.some((room) => file === room || file.startsWith(room)),
        ),
      )
      .map(({ file, target }) => `${file} imports ${target}`)
    expect(broken).toEqual([])
  })
})
