import type { Skill } from '../types.ts'
import { COURSE_SEEDS, TERRAIN_SEEDS } from './course.ts'
import { FIRE_SEEDS } from './fire.ts'
import { LAND_SEEDS } from './land.ts'
import { PHYSICS_SEEDS } from './physics.ts'
import type { Seed } from './parts.ts'

const asSkill = (seed: Seed): Skill => ({
  ...seed,
  version: 1,
  origin: 'seed',
  state: 'active',
  activation: { by: 'seed', at: 0, runs: [] },
  pinned: false,
  provenance: [],
  usage: { uses: 0, helped: 0, hurt: 0, lastUsed: null },
  createdAt: 0,
})

/**
 * The skills that ship with the project. Water change, deforestation, landslides, sea ice, night lights and band maths have
 * none, so that learning one from a run of one's own is the normal case and not a trick of the tests.
 */
export function seedSkills(): readonly Skill[] {
  return [...FIRE_SEEDS, ...LAND_SEEDS, ...COURSE_SEEDS, ...TERRAIN_SEEDS, ...PHYSICS_SEEDS].map(asSkill)
}
