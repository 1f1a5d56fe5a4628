/**
 * Reads a grammar of llama.cpp as its text tells and matches whole texts against it: an oracle of its own for the
 * grammars that are handed to the engine. Follows grammars/README.md of llama.cpp; token rules are not read.
 */
type Node =
  | { readonly kind: 'text'; readonly text: readonly number[] }
  | {
      readonly kind: 'class'
      readonly negated: boolean
      readonly spans: readonly (readonly [number, number])[]
    }
  | { readonly kind: 'rule'; readonly name: string }
  | { readonly kind: 'sequence'; readonly items: readonly Node[] }
  | { readonly kind: 'either'; readonly items: readonly Node[] }
  | { readonly kind: 'repeat'; readonly item: Node; readonly least: number; readonly most: number }

export interface Grammar {
  matches(text: string): boolean
}

export function readGbnf(source: string): Grammar {
  const rules = new Map<string, Node>()
  for (const line of source.split('\n').filter((one) => one.trim() !== '')) {
    const [, name, body] = /^([a-zA-Z0-9-]+) ::= (.*)$/.exec(line) ?? []
    if (name === undefined) throw new Error(`no rule: ${line}`)
    if (rules.has(name)) throw new Error(`rule ${name} stands twice`)
    const reader = new Reader(body!)
    rules.set(name, reader.either())
    if (!reader.done) throw new Error(`rule ${name} is not understood from "${reader.rest}"`)
  }
  const check = (node: Node): void => {
    if (node.kind === 'rule' && !rules.has(node.name)) throw new Error(`rule ${node.name} is missing`)
    if ('items' in node) node.items.forEach(check)
    if ('item' in node) check(node.item)
  }
  rules.forEach(check)
  const root = rules.get('root')
  if (!root) throw new Error('no root')
  return {
    matches(text) {
      const signs = Array.from(text, (sign) => sign.codePointAt(0)!)
      return new Matcher(rules, signs).ends(root, 0).has(signs.length)
    },
  }
}

class Matcher {
  readonly #known = new Map<Node, Map<number, ReadonlySet<number>>>()

  constructor(
    readonly rules: ReadonlyMap<string, Node>,
    readonly signs: readonly number[],
  ) {}

  /** Where a match of the node that begins at `from` may end. */
  ends(node: Node, from: number): ReadonlySet<number> {
    let known = this.#known.get(node)
    if (!known) this.#known.set(node, (known = new Map<number, ReadonlySet<number>>()))
    let ends = known.get(from)
    if (!ends) known.set(from, (ends = this.#find(node, from)))
    return ends
  }

  #find(node: Node, from: number): ReadonlySet<number> {
    switch (node.kind) {
      case 'text':
        return new Set(
          node.text.every((code, at) => this.signs[from + at] === code) ? [from + node.text.length] : [],
        )
      case 'class': {
        const code = this.signs[from]
        if (code === undefined) return new Set()
        const inside = node.spans.some(([first, last]) => code >= first && code <= last)
        return new Set(inside !== node.negated ? [from + 1] : [])
      }
      case 'rule':
        return this.ends(this.rules.get(node.name)!, from)
      case 'either':
        return new Set(node.items.flatMap((item) => [...this.ends(item, from)]))
      case 'sequence':
        return node.items.reduce<ReadonlySet<number>>((at, item) => this.#step(at, item), new Set([from]))
      case 'repeat': {
        let at: ReadonlySet<number> = new Set([from])
        for (let count = 0; count < node.least; count++) at = this.#step(at, node.item)
        const found = new Set(at)
        for (let count = node.least; count < node.most && at.size > 0; count++) {
          at = new Set([...this.#step(at, node.item)].filter((end) => !found.has(end)))
          at.forEach((end) => found.add(end))
        }
        return found
      }
    }
  }

  #step(starts: ReadonlySet<number>, item: Node): ReadonlySet<number> {
    return new Set([...starts].flatMap((start) => [...this.ends(item, start)]))
  }
}

class Reader {
  #at = 0

  constructor(readonly source: string) {}

  get done(): boolean {
    return this.#at >= this.source.length
  }

  get rest(): string {
    return this.source.slice(this.#at)
  }

  either(): Node {
    const items = [this.#sequence()]
    while (this.#take('|')) items.push(this.#sequence())
    return items.length === 1 ? items[0]! : { kind: 'either', items }
  }

  #sequence(): Node {
    const items: Node[] = []
    for (;;) {
      this.#spaces()
      if (this.done || '|)'.includes(this.source[this.#at]!)) return { kind: 'sequence', items }
      items.push(this.#counted(this.#atom()))
    }
  }

  #atom(): Node {
    if (this.#take('(')) {
      const inside = this.either()
      if (!this.#take(')')) throw new Error(`a group is not closed: ${this.source}`)
      return inside
    }
    if (this.#take('"', false)) {
      const text: number[] = []
      while (!this.#take('"', false)) text.push(this.#sign())
      return { kind: 'text', text }
    }
    if (this.#take('[', false)) {
      const negated = this.#take('^', false)
      const spans: (readonly [number, number])[] = []
      while (!this.#take(']', false)) {
        const first = this.#sign()
        const ranged = this.source[this.#at] === '-' && this.source[this.#at + 1] !== ']'
        if (ranged) this.#at++
        spans.push([first, ranged ? this.#sign() : first])
      }
      return { kind: 'class', negated, spans }
    }
    const [name] = /^[a-zA-Z0-9-]+/.exec(this.rest) ?? []
    if (name === undefined) throw new Error(`not understood: ${this.rest}`)
    this.#at += name.length
    return { kind: 'rule', name }
  }

  #counted(item: Node): Node {
    const [text, sign, low, upTo, high] = /^(?:([*+?])|\{(\d+)(,?)(\d*)\})/.exec(this.rest) ?? []
    if (text === undefined) return item
    this.#at += text.length
    if (sign !== undefined) {
      return { kind: 'repeat', item, least: sign === '+' ? 1 : 0, most: sign === '?' ? 1 : Infinity }
    }
    const least = Number(low)
    return { kind: 'repeat', item, least, most: upTo === '' ? least : high === '' ? Infinity : Number(high) }
  }

  #sign(): number {
    const escaped = /^\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))/.exec(this.rest)
    if (escaped) {
      this.#at += escaped[0].length
      const hex = escaped[1] ?? escaped[2] ?? escaped[3]
      if (hex !== undefined) return parseInt(hex, 16)
      const known: Record<string, string> = {
        t: '\t',
        r: '\r',
        n: '\n',
        '\\': '\\',
        '"': '"',
        '[': '[',
        ']': ']',
      }
      const sign = known[escaped[4]!]
      if (sign === undefined) throw new Error(`unknown escape ${escaped[0]}`)
      return sign.codePointAt(0)!
    }
    const code = this.source.codePointAt(this.#at)
    if (code === undefined) throw new Error(`cut short: ${this.source}`)
    this.#at += String.fromCodePoint(code).length
    return code
  }

  #take(sign: string, skip = true): boolean {
    if (skip) this.#spaces()
    if (this.source[this.#at] !== sign) return false
    this.#at++
    return true
  }

  #spaces(): void {
    while (this.source[this.#at] === ' ') this.#at++
  }
}
