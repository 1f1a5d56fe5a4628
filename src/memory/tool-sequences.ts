import { IntList, roomFor } from './int-list.ts'

/** What a question says of a tool. */
const ADMISSIBLE = 1
const RETRIEVED = 2
/** Numbers of sequences that are gone are cleared away where there are more of them than of others, and so many at least. */
const LEAST_WASTE = 1024

/** Tool sequences by slot as numbers of tools, end to end in one list. */
export class ToolSequences {
  /** By slot; −1 where there is none. */
  lengths = new Int32Array(16).fill(-1)
  private starts = new Int32Array(16)
  private numbers = new IntList()
  private wasted = 0
  private readonly tools = new Map<string, number>()

  set(slot: number, sequence: readonly string[]): void {
    this.starts = roomFor(this.starts, slot)
    this.lengths = roomFor(this.lengths, slot)
    this.starts[slot] = this.numbers.length
    this.lengths[slot] = sequence.length
    for (const tool of sequence) {
      const number = this.tools.get(tool) ?? this.tools.size
      this.tools.set(tool, number)
      this.numbers.push(number)
    }
  }

  clear(slot: number): void {
    this.wasted += this.lengths[slot]!
    this.lengths[slot] = -1
    if (this.wasted > LEAST_WASTE && this.wasted > this.numbers.length / 2) this.tidy()
  }

  /** By the number of a tool: whether it is admissible, and whether it was retrieved. */
  marks(admissible: ReadonlySet<string>, retrieved: readonly string[]): Uint8Array {
    const marks = new Uint8Array(this.tools.size)
    const mark = (name: string, as: number) => {
      const number = this.tools.get(name)
      if (number !== undefined) marks[number]! |= as
    }
    for (const name of admissible) mark(name, ADMISSIBLE)
    for (const name of retrieved) mark(name, RETRIEVED)
    return marks
  }

  /** How many calls of a sequence have a retrieved tool; −1 where one of its tools is not admissible. */
  known(slot: number, marks: Uint8Array): number {
    const { values } = this.numbers
    const start = this.starts[slot]!
    const end = start + this.lengths[slot]!
    let known = 0
    for (let at = start; at < end; at++) {
      const mark = marks[values[at]!]!
      if ((mark & ADMISSIBLE) === 0) return -1
      known += mark >> 1
    }
    return known
  }

  /** How many different tools a sequence has, and how many of them were retrieved. */
  different(slot: number, marks: Uint8Array): { readonly tools: number; readonly known: number } {
    const start = this.starts[slot]!
    const tools = new Set(this.numbers.values.subarray(start, start + this.lengths[slot]!))
    return { tools: tools.size, known: [...tools].filter((tool) => (marks[tool]! & RETRIEVED) > 0).length }
  }

  private tidy(): void {
    const { values } = this.numbers
    const kept = new IntList()
    this.lengths.forEach((length, slot) => {
      const start = this.starts[slot]!
      if (length < 0) return
      this.starts[slot] = kept.length
      for (let at = start; at < start + length; at++) kept.push(values[at]!)
    })
    this.numbers = kept
    this.wasted = 0
  }
}
