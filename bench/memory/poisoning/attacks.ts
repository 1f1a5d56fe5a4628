import { PAYLOADS, type Payload } from './payloads.ts'

/** Ways by which foreign text reaches the app. */
export const DOORS = [
  'file-name',
  'tag',
  'attribute',
  'imported-skill',
  'imported-workflow',
  'imported-experience',
  'finished-run',
  'row-at-gate',
  'correction',
] as const
export type Door = (typeof DOORS)[number]

export interface Attack {
  /** Such as 'file-name/3'. */
  readonly id: string
  readonly door: Door
  readonly payload: Payload
  /** From 0, within its door: the doors vary their forgeries by it. */
  readonly turn: number
}

/** What a person says in plain words of their own is theirs to say, and no attack. */
const PASTED = PAYLOADS.filter(({ kind }) => kind !== 'our-words' && kind !== 'answer')

/** As many attacks as asked for: the doors in turn, each with one payload after another. */
export function attacks(count: number): readonly Attack[] {
  return Array.from({ length: count }, (_, at) => {
    const door = DOORS[at % DOORS.length]!
    const turn = Math.floor(at / DOORS.length)
    // Each door begins elsewhere, so that few attacks have many kinds already.
    const payloads = door === 'correction' ? PASTED : PAYLOADS
    const payload = payloads[(turn + 3 * (at % DOORS.length)) % payloads.length]!
    return { id: `${door}/${turn}`, door, payload, turn }
  })
}
