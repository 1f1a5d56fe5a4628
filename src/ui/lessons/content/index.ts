import { bandsAndIndices } from './bands-and-indices.ts'
import { burnSeverity } from './burn-severity.ts'
import { changeAndAlignment } from './change-and-alignment.ts'
import { howTheAgentLearns } from './how-the-agent-learns.ts'
import type { Lesson } from './lesson.ts'
import { scaling } from './scaling.ts'
import { waterAndDrought } from './water-and-drought.ts'

export const LESSONS: readonly Lesson[] = [
  bandsAndIndices,
  scaling,
  burnSeverity,
  changeAndAlignment,
  waterAndDrought,
  howTheAgentLearns,
]
