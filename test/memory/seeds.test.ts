import { describe, expect, it } from 'vitest'
import { seedSkills } from '../../src/memory/index.ts'
import { forbiddenForm } from '../../src/memory/gate/forbidden-text.ts'
import { templateTexts } from '../../src/memory/gate/row-text.ts'
import { isCompact } from '../../src/memory/sop-text.ts'
import type { Skill } from '../../src/memory/types.ts'
import { TOOLS } from '../../src/tools/index.ts'
import { SLOTS, toolSpec, type ToolSpec } from '../../src/tools/tool.ts'
import { TASK_TYPES } from '../../src/sensing/task-types.ts'
import { SLOT_NAMES } from '../../src/memory/gate/slot-words.ts'

const specs = new Map(TOOLS.map((tool) => [tool.name, toolSpec(tool)]))
const anyIndex = specs.get('ndvi')!
const specOf = (tool: string): ToolSpec | undefined => (tool === '$index' ? anyIndex : specs.get(tool))

/** What a step says that its tool does not know. */
function stepFaults(skill: Skill): string[] {
  return skill.steps.flatMap((step) => {
    const spec = specOf(step.tool)
    if (!spec) return [`${skill.id}: no tool ${step.tool}`]
    const { properties, required = [] } = spec.parameters
    return [
      ...Object.keys(step.args).filter((name) => !(name in properties)),
      ...required.filter((name) => !(name in step.args)),
      ...Object.entries(step.args).flatMap(([name, binding]) =>
        binding.from === 'slot' && properties[name]?.['slot'] !== binding.slot
          ? [`${name} is no slot ${binding.slot}`]
          : [],
      ),
      ...Object.entries(step.args).flatMap(([name, binding]) => {
        const literal =
          binding.from === 'value' ? binding.value : binding.from === 'slot' ? binding.default : undefined
        const choices = properties[name]?.['enum'] as readonly unknown[] | undefined
        return literal !== undefined && choices && !choices.includes(literal) ? [`${name}=${literal}`] : []
      }),
    ].map((fault) => `${skill.id} ${step.id}: ${fault}`)
  })
}

describe('seedSkills', () => {
  it('covers the promised task types and leaves others to be learned', () => {
    const types = new Set(seedSkills().map(({ taskType }) => taskType))
    expect(TASK_TYPES.filter((type) => !types.has(type))).toEqual([
      'water-change', 'sea-ice', 'night-lights', 'deforestation', 'landslide', 'band-maths',
    ]) // prettier-ignore
  })

  it('calls tools that there are, with arguments, slots and choices that they take', () => {
    expect(seedSkills().flatMap(stepFaults)).toEqual([])
  })

  it('answers with figures that its steps measure', () => {
    const unknown = seedSkills().flatMap((skill) =>
      skill.answer.flatMap(({ step, figure }) => {
        const tool = skill.steps.find(({ id }) => id === step)?.tool
        const known = tool ? specOf(tool)?.measures.some(({ name }) => name === figure) : false
        return figure === undefined || known ? [] : [`${skill.id} ${step}.${figure}`]
      }),
    )
    expect(unknown).toEqual([])
  })

  it('fits its steps into the length of an SOP and says nothing forbidden', () => {
    for (const skill of seedSkills()) {
      expect(isCompact(skill), skill.id).toBe(true)
      for (const { text } of templateTexts('skills', skill)) expect(forbiddenForm(text), text).toBeNull()
    }
  })

  it('has unique ids and steps that stand on earlier steps alone', () => {
    const skills = seedSkills()
    expect(new Set(skills.map(({ id }) => id)).size).toBe(skills.length)
    for (const { id, steps } of skills) {
      steps.forEach((step, index) => {
        const earlier = steps.slice(0, index).map((other) => other.id)
        for (const binding of Object.values(step.args)) {
          if (binding.from === 'step') expect(earlier, id).toContain(binding.step)
        }
      })
    }
  })
})

describe('SLOT_NAMES', () => {
  it('repeats the slots of the tools', () => {
    expect(SLOT_NAMES).toEqual(SLOTS)
  })
})
