import { CHECK_WORDS, type CheckId } from './checks.ts'
import type { Solved } from './compose.ts'
import type { Tried } from './other-settings.ts'
import type { DoneStep } from './types.ts'

/** 'window 9 in place of 7', 'rule value in place of otsu'. */
export function settingWords({ argument, from, to }: Pick<Tried, 'argument' | 'from' | 'to'>): string {
  const place = from === null ? 'in place of the usual one' : `in place of ${words(from)}`
  return `${argument.replaceAll('_', ' ')} ${words(to)} ${place}`
}

const words = (value: Tried['to']) => String(value).replaceAll('_', ' ')

/** Why a setting was changed, as it is said in the middle of a sentence. */
function reasonWords({ because, remembered }: Pick<Tried, 'because' | 'remembered'>): string {
  const check = CHECK_WORDS[because as CheckId]
  return remembered ? `in an earlier run this check failed without it: ${check}` : `${check} without it`
}

/** What a careful reader must know of the settings behind an answer: which are not the usual ones, and why. */
export function settingNotes(
  solved: readonly Solved[],
  tried: ReadonlyMap<DoneStep, Tried>,
): readonly string[] {
  const steps = new Set(solved.flatMap((part) => [...part.steps.values()]))
  return [...tried].flatMap(([step, setting]) =>
    steps.has(step) && setting.passed
      ? [
          `Step ${step.step}, ${step.call.tool}: another setting was used, ${settingWords(setting)}, because ${reasonWords(setting)}.`,
        ]
      : [],
  )
}
