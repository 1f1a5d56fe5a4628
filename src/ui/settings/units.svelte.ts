import type { UnitWishes } from '../../trace/units.ts'

const KEY = 'geoforge-units'

/** What can be chosen; null leaves a figure as it was measured. */
export const UNIT_CHOICES = {
  area: [null, 'ha', 'km2', 'acre'],
  temperature: [null, 'degC', 'K'],
  length: [null, 'm', 'km'],
} as const satisfies { [Kind in keyof UnitWishes]-?: readonly (UnitWishes[Kind] | null)[] }

export type UnitKind = keyof typeof UNIT_CHOICES

/** Units that answers are wanted in where a question names none; remembered in this browser. */
export class UnitsState {
  wishes = $state.raw<UnitWishes>(readWishes(read()))

  choose<Kind extends UnitKind>(kind: Kind, unit: (typeof UNIT_CHOICES)[Kind][number]): void {
    const { [kind]: _, ...others } = this.wishes
    this.wishes = unit === null ? others : { ...others, [kind]: unit }
    try {
      localStorage.setItem(KEY, JSON.stringify(this.wishes))
    } catch {
      // Storage can be refused in a private window: the choice then holds for this page alone.
    }
  }
}

/** What is kept may be of another version of the app, or of nobody: only units that can be chosen are taken. */
export function readWishes(kept: string | null): UnitWishes {
  let value: unknown
  try {
    value = JSON.parse(kept ?? '{}')
  } catch {
    return {}
  }
  if (typeof value !== 'object' || value === null) return {}
  return Object.fromEntries(
    Object.entries(UNIT_CHOICES).flatMap(([kind, units]) => {
      const wish: unknown = (value as Record<string, unknown>)[kind]
      const unit = units.find((each) => each !== null && each === wish)
      return unit ? [[kind, unit]] : []
    }),
  )
}

function read(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}
