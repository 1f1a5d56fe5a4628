import { describe, expect, it } from 'vitest'
import { hasItsThreshold } from '../../src/agent/plan-from-skill.ts'
import { seedSkills } from '../../src/memory/index.ts'
import type { AdaptedSop, Binding } from '../../src/memory/types.ts'

const given = [{ slot: 'threshold', value: -0.4 }]

function sopOf(origin: 'seed' | 'learned', value: Binding): AdaptedSop {
  const skill = { ...seedSkills()[0]!, origin }
  const cut = {
    ...{ id: 'cut', tool: 'threshold_mask', purpose: 'Mask' },
    args: { layer: { from: 'role', role: 'only' }, value },
  } as const
  return { skill, steps: [cut], text: '', changes: [] }
}

describe('hasItsThreshold', () => {
  it('is false of a learned skill whose threshold the words of its run gave and these do not', () => {
    const asked = sopOf('learned', { from: 'slot', slot: 'threshold' })
    expect(hasItsThreshold(asked, [])).toBe(false)
    expect(hasItsThreshold(asked, [{ slot: 'unit', value: 'ha' }])).toBe(false)
    expect(hasItsThreshold(asked, given)).toBe(true)
  })

  it('is true where the skill has a threshold of its own, and of skills that ship', () => {
    expect(hasItsThreshold(sopOf('learned', { from: 'slot', slot: 'threshold', default: 0 }), [])).toBe(true)
    expect(hasItsThreshold(sopOf('learned', { from: 'value', value: 0.2 }), [])).toBe(true)
    expect(hasItsThreshold(sopOf('seed', { from: 'slot', slot: 'threshold' }), [])).toBe(true)
  })
})
