import { AppError } from '../../src/lib/errors.ts'

/** What of the memory takes part: all, nothing, or all but one part. */
export const MEMORIES = ['on', 'off', 'no-workflows', 'no-experiences', 'no-skills'] as const

export type MemoryMode = (typeof MEMORIES)[number]

/** Reads 'on,off' as an option gives it; absent, all modes. Throws invalid_input for a mode that there is not. */
export function readMemories(text: string | undefined): readonly MemoryMode[] {
  if (text === undefined) return MEMORIES
  return text.split(',').map((word) => {
    const mode = MEMORIES.find((known) => known === word.trim())
    if (!mode) {
      throw new AppError(
        'invalid_input',
        `There is no memory mode "${word}"; there are ${MEMORIES.join(', ')}.`,
      )
    }
    return mode
  })
}
