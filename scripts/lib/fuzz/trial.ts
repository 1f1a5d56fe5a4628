import { seededRandom } from '../../../src/lib/random.ts'
import { cfTarget } from './cf.ts'
import { jp2Target } from './jp2.ts'
import type { FuzzTarget, Mutant } from './target.ts'
import { tiffTarget } from './tiff.ts'

/** What `npm run fuzz -- NAME` can break. */
export const TARGETS: Readonly<Record<string, () => FuzzTarget>> = {
  cf: cfTarget,
  jp2: jp2Target,
  tiff: tiffTarget,
}

/** Mutant number `index` of a seed: the same whatever others were made before. */
export function mutantOf(target: FuzzTarget, seed: number, index: number): Mutant {
  // Seeds that follow one another give unlike numbers after the first few.
  const random = seededRandom(Math.imul(seed, 0x9e3779b1) ^ index)
  for (let skipped = 0; skipped < 4; skipped++) random()
  return target.mutate(random)
}
