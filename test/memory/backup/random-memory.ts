import { seededRandom } from '../../../src/lib/random.ts'
import { seedSkills } from '../../../src/memory/index.ts'
import type { Edge, Experience, MemorySnapshot, Skill, Workflow } from '../../../src/memory/types.ts'
import { experienceOf, workflowOf } from '../../helpers/memory.ts'

const SEQUENCES = [
  ['nbr', 'difference', 'threshold_mask', 'mask_area'],
  ['ndwi', 'threshold_mask', 'mask_area'],
  ['ndvi', 'zonal_statistics'],
  ['ndwi', 'threshold_mask', 'combine_masks', 'mask_area'],
]

/** A memory of entries that this project could have written, ids from a small pool so that two memories meet. */
export function randomMemory(seed: number): MemorySnapshot {
  const random = seededRandom(seed)
  const whole = (below: number) => Math.floor(random() * below)
  const pick = <Item>(items: readonly Item[]): Item => items[whole(items.length)]!
  const some = <Item>(pool: number, make: (id: number) => Item): readonly Item[] =>
    Array.from({ length: pool }, (_, id) => id)
      .filter(() => random() < 0.6)
      .map(make)
  const life = () => ({
    origin: 'learned' as const,
    state: pick(['candidate', 'active'] as const),
    activation: null,
    pinned: random() < 0.2,
    provenance: [...new Set(Array.from({ length: 1 + whole(3) }, () => whole(6)))].flatMap((run) => [
      `run-${run}`,
      `data:f${run % 3}`,
    ]),
    usage: {
      uses: whole(9),
      helped: whole(5),
      hurt: whole(3),
      lastUsed: random() < 0.3 ? null : whole(1000),
    },
    createdAt: whole(1000),
  })
  const [seed0] = seedSkills()
  return {
    skills: some(4, (id): Skill => ({ ...seed0!, ...life(), id: `skill-run-${id}`, version: 1 + whole(3) })),
    workflows: some(6, (id): Workflow =>
      workflowOf({
        ...life(),
        id: `workflow-run-${id}`,
        sequence: SEQUENCES[id % SEQUENCES.length]!,
        questionTokens: [[`burn${whole(4)}`, 'hectar'], ['lake']].slice(0, whole(3)),
        successes: whole(5),
        failures: whole(3),
      }),
    ),
    experiences: some(5, (id): Experience =>
      experienceOf({
        ...life(),
        id: `experience-run-${id}-1`,
        equivalence: `threshold_mask|invalid_input|value|value is a number`,
        trigger: 'threshold_mask was refused with the error invalid_input for its argument value',
        correction: 'threshold_mask: give a number for the argument value',
        count: 1 + whole(4),
      }),
    ),
    edges: some(4, (id): Edge => {
      const [from, to] = [SEQUENCES[0]![id % 3]!, SEQUENCES[0]![(id % 3) + 1]!]
      return { id: `${from}>${to}`, from, to, successes: whole(9), failures: whole(4) }
    }).filter((edge, at, all) => all.findIndex(({ id }) => id === edge.id) === at),
  }
}
