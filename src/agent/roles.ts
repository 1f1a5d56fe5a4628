import type { SceneRole } from '../memory/types.ts'
import type { SceneSummary, SensingContext } from '../sensing/context.ts'
import type { LayerId } from '../trace/layer.ts'
import type { Question } from './types.ts'

/** Scenes by role, and what the person should know of the choice. */
export interface Roles {
  readonly by: Readonly<Partial<Record<SceneRole, readonly LayerId[]>>>
  readonly notes: readonly string[]
  /** Why the question's dates cannot be served; null where they can. */
  readonly refusal: string | null
}

/** Tells which scene each role means: by the dates of the question where it names some, else by date order. */
export function bindRoles(question: Question, context: SensingContext): Roles {
  const absent = question.dates.filter((date) => !context.dates.includes(date))
  if (context.scenes.length > 0 && absent.length > 0) {
    const known = context.dates.length > 0 ? context.dates.join(', ') : 'none (the scenes carry no date)'
    return {
      by: {},
      notes: [],
      refusal: `no scene of ${absent.join(', ')} is loaded; dates at hand: ${known}`,
    }
  }
  const named = context.scenes.filter((scene) => scene.date !== null && question.dates.includes(scene.date))
  const scenes = named.length > 0 ? named : context.scenes
  const zones = context.products
    .filter(
      ({ port }) =>
        port.kind === 'raster' && ['class', 'mask'].some((quantity) => port.quantity === quantity),
    )
    .map(({ id }) => id)
  const notes: string[] = []
  const [first] = scenes
  const last = scenes.at(-1)
  if (!first || !last) return { by: zones.length > 0 ? { zones: zones.slice(-1) } : {}, notes, refusal: null }
  const single = question.moment === 'first' ? first : last
  const dated = scenes.filter((scene) => scene.date !== null)
  const by: Partial<Record<SceneRole, readonly LayerId[]>> = {
    only: [single.id],
    all: scenes.map((scene) => scene.id),
    ...(zones.length > 0 ? { zones: zones.slice(-1) } : {}),
  }
  if (dated.length >= 2) {
    by.pre = [dated[0]!.id]
    by.post = [dated.at(-1)!.id]
    if (dated.length >= 3) by.middle = [dated[Math.floor(dated.length / 2)]!.id]
  }
  return { by, notes, refusal: null }
}

/** Words for the scenes that a plan used, with their dates. */
export function describeScenes(ids: readonly LayerId[], context: SensingContext): string {
  const used = context.scenes.filter((scene) => ids.includes(scene.id))
  return used.map(sceneWords).join(' and ')
}

function sceneWords(scene: SceneSummary): string {
  return scene.date === null ? `${scene.id} (undated)` : `${scene.id} (${scene.date})`
}
