import type { SensingContext } from './context.ts'
import type { TaskType } from './task-types.ts'

type Modality = SensingContext['modalities'][number]

/** Data without which a task type cannot be answered at all, and its name in words. */
const NEEDS: Partial<
  Record<TaskType, { readonly modality: Modality | readonly Modality[]; readonly words: string }>
> = {
  'surface-temperature': { modality: 'thermal', words: 'a scene with a thermal band' },
  'urban-heat': { modality: 'thermal', words: 'a scene with a thermal band' },
  'active-fire': { modality: 'thermal', words: 'a scene with a thermal band or an active-fire product' },
  'water-extent': { modality: 'multispectral', words: 'a scene with green and near infrared bands' },
  'water-change': { modality: 'multispectral', words: 'scenes with green and near infrared bands' },
  'flood-sar': { modality: 'SAR', words: 'radar (SAR) scenes' },
  'sea-ice': { modality: ['SAR', 'product'], words: 'radar or passive-microwave data' },
  'night-lights': { modality: 'product', words: 'a night-lights product' },
  terrain: { modality: 'DEM', words: 'an elevation model' },
}

/** In words what the data lack for the task type; null where they may do. */
export function missingForTask(taskType: TaskType, context: SensingContext): string | null {
  const need = NEEDS[taskType]
  return need && ![need.modality].flat().some((modality) => context.modalities.includes(modality))
    ? need.words
    : null
}
