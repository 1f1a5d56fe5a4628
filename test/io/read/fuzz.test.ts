import { describe, expect, it } from 'vitest'
import { mutantOf, TARGETS } from '../../../scripts/lib/fuzz/trial.ts'

describe('npm run fuzz', () => {
  it.each([
    ['tiff', 200],
    ['jp2', 200],
    ['cf', 500],
  ] as const)(
    '%s: finds that %d broken files are read or refused, each within 5 s',
    async (name, count) => {
      const target = TARGETS[name]!()
      const failures: string[] = []
      for (let index = 0; index < count; index++) {
        const { bytes, story } = mutantOf(target, 1, index)
        const begun = performance.now()
        await target
          .run(bytes)
          .catch((error: unknown) => failures.push(`${index} ${story}: ${String(error)}`))
        if (performance.now() - begun > 5000) failures.push(`${index} ${story}: slow`)
      }
      expect(failures).toEqual([])
    },
    60_000,
  )

  it('makes the same mutant for the same seed and number', () => {
    const target = TARGETS['tiff']!()
    const [one, same, other] = [mutantOf(target, 3, 7), mutantOf(target, 3, 7), mutantOf(target, 4, 7)]
    expect(same).toEqual(one)
    expect(other.story).not.toBe(one.story)
  })
})
