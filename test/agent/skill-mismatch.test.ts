import { describe, expect, it } from 'vitest'
import { skillMismatch } from '../../src/agent/plan-from-skill.ts'
import { readQuestion } from '../../src/agent/read-question.ts'
import { INDEX_TOOL, seedSkills } from '../../src/memory/index.ts'
import type { Skill } from '../../src/memory/types.ts'
import type { TaskType } from '../../src/sensing/task-types.ts'
import { TOOLS } from '../../src/tools/index.ts'
import { toolSpec } from '../../src/tools/tool.ts'

const specs = TOOLS.map(toolSpec)
const indexNames = new Set(['ndvi', 'nbr', 'evi', 'savi'])

function mismatch(question: string, taskType: TaskType, skill: Skill) {
  const known = { indexNames, specs, products: [], hasScenes: true, shown: [] }
  const ask = readQuestion(question, known).asks[0]!
  return skillMismatch(skill, { ask, taskType, typeScore: 1 }, specs)
}

const learned = (change: Partial<Skill>): Skill => ({
  ...seedSkills().find(({ taskType }) => taskType === 'statistics')!,
  ...{ id: 'skill-run-1', origin: 'learned', rules: [], minDates: 0, requires: [] },
  ...change,
})

/** As it is learned of a layer that was there already. */
const standardDeviation = learned({
  title: 'Statistics: std',
  steps: [{ id: 'statistics', tool: 'statistics', args: {}, purpose: 'Statistics of a raster' }],
  answer: [{ step: 'statistics', figure: 'std' }],
  gives: 'value',
})

const largestPatch = learned({
  taskType: 'burned-area',
  title: 'Burned area: largest area from 2 dates',
  steps: [
    { id: 'nbr', tool: 'nbr', args: {}, purpose: 'Normalised burn ratio (NBR)' },
    { id: 'nbr_2', tool: 'nbr', args: {}, purpose: 'Normalised burn ratio (NBR)' },
    { id: 'difference', tool: 'difference', args: {}, purpose: 'Difference of two dates' },
    { id: 'hotspots', tool: 'hotspots', args: {}, purpose: 'Hotspots' },
  ],
  answer: [{ step: 'hotspots', figure: 'largest_area' }],
  gives: 'area',
  minDates: 2,
})

describe('a learned skill', () => {
  it('is not for an index that none of its steps makes', () => {
    expect(mismatch('What is the mean EVI of the scene?', 'statistics', standardDeviation)).toContain('evi')
    const open = learned({
      steps: [
        { id: 'index', tool: INDEX_TOOL, args: {}, purpose: 'Spectral index' },
        ...standardDeviation.steps,
      ],
      answer: [{ step: 'statistics', figure: 'mean' }],
      gives: 'value',
    })
    expect(mismatch('What is the mean EVI of the scene?', 'statistics', open)).toBeNull()
  })

  it('is not for a whole where it tells the largest part alone', () => {
    expect(mismatch('How many hectares burned?', 'burned-area', largestPatch)).toContain('area')
    expect(mismatch('How large is the largest burned patch?', 'burned-area', largestPatch)).toBeNull()
  })
})

describe('a skill that tells the shares of sectors', () => {
  const sectors = seedSkills().find(({ id }) => id === 'seed-change-direction')!

  it('is not for the share of the whole', () => {
    expect(mismatch('What share of the scene burned?', 'change-direction', sectors)).toContain('sectors')
    expect(mismatch('What share of the burn lies in the north?', 'change-direction', sectors)).toBeNull()
    expect(mismatch('What share of the burning lies in each sector?', 'change-direction', sectors)).toBeNull()
  })
})
