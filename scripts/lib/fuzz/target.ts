/** A file that mutants are made from. */
export interface CorpusFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/** Numbers in [0, 1), the same for the same seed. */
export type Random = () => number

export interface Mutant {
  readonly bytes: Uint8Array
  /** What was done to which file, for people. */
  readonly story: string
}

export type Verdict = 'read' | 'read in part' | 'refused'

/** Something that reads foreign bytes and must survive whatever they are. */
export interface FuzzTarget {
  /** Files to start from, always in the same order. */
  readonly corpus: readonly CorpusFile[]
  mutate(random: Random): Mutant
  /** Does with the bytes all that the program does with such a file. Rejects where an error is none that a person can read. */
  run(bytes: Uint8Array): Promise<Verdict>
}

/** An integer of 0 to `end` − 1. */
export const below = (random: Random, end: number) => Math.floor(random() * end)

export function oneOf<T>(random: Random, list: readonly T[]): T {
  return list[below(random, list.length)]!
}
