/**
 * What a call gave, as far as later calls can use it. A placeholder has the same form as a recorded output: nothing here tells one from
 * the other.
 */
export interface Observation {
  /** Paths of the files that were made. */
  readonly files: readonly string[]
  /** Figures, or a name in angle brackets for each that is not known. */
  readonly figures: readonly (number | string)[]
}

/** Reads a recorded output: paths in lists or in text, and numbers; anything else gives nothing. */
export function readOutput(output: unknown): Observation {
  const values: unknown[] = Array.isArray(output) ? output.flat() : [output]
  return {
    files: values.flatMap((value) =>
      typeof value === 'string' ? (value.match(/\S+\.(?:tiff?|png)\b/gi) ?? []) : [],
    ),
    figures: values.filter((value) => typeof value === 'number'),
  }
}

/** What stands for an output that is not known: as many files or figures as the call asks for. */
export function placeholder(call: number, kind: 'files' | 'figures', count: number): Observation {
  const names = Array.from({ length: Math.max(count, 1) }, (_, at) => `<${call}.${at}>`)
  return kind === 'files' ? { files: names, figures: [] } : { files: [], figures: names }
}
