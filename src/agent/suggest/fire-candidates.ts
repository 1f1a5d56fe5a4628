import type { TaskType } from '../../sensing/task-types.ts'
import type { Candidate } from './candidate.ts'

const FIRE: readonly TaskType[] = ['burned-area', 'burn-severity', 'fire-spread', 'change-direction']
const isPair = (dates: number) => dates === 2
const isSeries = (dates: number) => dates > 2

export const FIRE_CANDIDATES: readonly Candidate[] = [
  fire(
    'burned-area',
    'How many hectares burned between the two dates (dNBR at least 0.27)?',
    9,
    isPair,
    'fresh',
  ),
  fire(
    'burned-area',
    'How many hectares burned between the first and the last date (dNBR at least 0.27)?',
    9,
    isSeries,
    'fresh',
  ),
  fire('burn-severity', 'How severe was the burn, by class?', 7, (dates) => dates > 1, 'fresh'),
  fire('fire-spread', 'Which way did the fire spread?', 8, isSeries, 'fresh'),
  fire('change-direction', 'On which side of the scene did it burn?', 4, isPair, 'fresh'),
  fire(
    'burned-area',
    'How large is the largest burn scar, in hectares?',
    6,
    (dates) => dates > 1,
    'only after',
  ),
  fire('burned-area', 'What percentage of the scene burned?', 4, (dates) => dates > 1, 'only after'),
  fire('burn-severity', 'How many hectares burned at high severity?', 5, (dates) => dates > 1, 'only after'),
  {
    ...{ taskType: 'active-fire', theme: 'fire', worth: 9 },
    question: 'How many active fire detections are there?',
    anywhere: true,
    when: ({ detections }) => detections,
  },
  {
    ...{ taskType: 'active-fire', theme: 'fire', worth: 7 },
    question: 'What is the total fire radiative power of all detections, in MW?',
    anywhere: true,
    when: ({ detections, power }) => detections && power,
  },
]

function fire(
  taskType: TaskType,
  question: string,
  worth: number,
  fitting: (dates: number) => boolean,
  offered: 'fresh' | 'only after',
): Candidate {
  return {
    ...{ taskType, theme: 'fire', question, worth, after: FIRE },
    when: ({ dates, isOfOneSeason }) => isOfOneSeason && fitting(dates('nir', 'swir2')),
    ...(offered === 'only after' ? { onlyAfter: true } : {}),
  }
}
