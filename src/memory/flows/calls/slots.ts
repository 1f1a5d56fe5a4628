/**
 * What may stand in a tool's place: `maker` makes one layer from others (an index, an inversion), `summary` gives figures of layers,
 * `analysis` gives figures of figures, `inventory` tells what data there are. Null: nothing.
 */
export type Slot = 'inventory' | 'maker' | 'summary' | 'analysis'

export interface FlowTool {
  readonly name: string
  readonly slot: Slot | null
}

/** The tools of a library by the slot that they fill. */
export class Slots {
  readonly #slots: ReadonlyMap<string, Slot>

  constructor(readonly tools: readonly FlowTool[]) {
    this.#slots = new Map(tools.flatMap(({ name, slot }) => (slot === null ? [] : [[name, slot] as const])))
  }

  slotOf(tool: string): Slot | null {
    return this.#slots.get(tool) ?? null
  }

  of(slot: Slot): string[] {
    return this.tools.filter((tool) => tool.slot === slot).map(({ name }) => name)
  }

  /** The first maker of a flow; null where it works on the data as they are. */
  makerOf(flow: readonly string[]): string | null {
    return flow.find((tool) => this.slotOf(tool) === 'maker') ?? null
  }

  /** The flow with every maker exchanged for another: put in after the inventory where it has none, left out for null. */
  withMaker(flow: readonly string[], maker: string | null): readonly string[] {
    const now = this.makerOf(flow)
    if (now === maker) return flow
    if (maker === null) return flow.filter((tool) => this.slotOf(tool) !== 'maker')
    if (now !== null) return flow.map((tool) => (this.slotOf(tool) === 'maker' ? maker : tool))
    const at = flow[0] !== undefined && this.slotOf(flow[0]) === 'inventory' ? 1 : 0
    return flow.toSpliced(at, 0, maker)
  }

  /** The flow with its makers hidden: two flows of one skill have the same. */
  skeleton(flow: readonly string[]): readonly string[] {
    return flow.map((tool) => (this.slotOf(tool) === 'maker' ? MAKER : tool))
  }
}

/** Stands for any maker in a skeleton. */
export const MAKER = '<maker>'
