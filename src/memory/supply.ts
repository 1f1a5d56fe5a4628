import type { SensingContext } from '../sensing/context.ts'
import { fits } from '../trace/fits.ts'
import type { Port, RasterQuantity } from '../trace/port.ts'
import type { Skill } from './types.ts'

const DATED: ReadonlySet<string> = new Set(['pre', 'middle', 'post'])

/** What a skill needs and χ(d) does not supply, in words of ours; empty where it can run. */
export function missingInputs(skill: Skill, context: SensingContext): readonly string[] {
  return needs(skill, context).flatMap(({ supplied, reason }) => (supplied ? [] : [reason]))
}

/** The share of a skill's needs (inputs by role, and dates) that χ(d) supplies; 1 where it needs nothing. */
export function suppliedShare(skill: Skill, context: SensingContext): number {
  const all = needs(skill, context)
  return all.length === 0 ? 1 : all.filter(({ supplied }) => supplied).length / all.length
}

interface Need {
  readonly supplied: boolean
  readonly reason: string
}

function needs(skill: Skill, context: SensingContext): readonly Need[] {
  const dates = context.dates.length
  const inputs = skill.requires.map(({ role, port }) => {
    const scenes = context.scenes.filter((scene) => fits(port, scenePort(scene)))
    const products = context.products.filter((product) => fits(port, product.port))
    const supplied = DATED.has(role)
      ? rank(role) < new Set([...scenes, ...products].flatMap(({ date }) => date ?? [])).size
      : scenes.length + products.length > 0
    return { supplied, reason: `no ${portWords(port)} for the role ${role}` }
  })
  if (skill.minDates === 0) return inputs
  const reason = `${skill.minDates} dates are needed and ${dates} ${dates === 1 ? 'is' : 'are'} there`
  return [...inputs, { supplied: dates >= skill.minDates, reason }]
}

/** How many other dates must be there beside that of the role. */
const rank = (role: string) => (role === 'middle' ? 2 : role === 'post' ? 1 : 0)

/** What a scene can be given for. */
export const scenePort = (scene: SensingContext['scenes'][number]): Port => ({
  kind: 'raster',
  quantity: scene.quantity as RasterQuantity,
  bands: scene.bands,
  ...(scene.meaning !== undefined && { meaning: scene.meaning }),
})

function portWords(port: Port): string {
  if (port.kind === 'rasters') return `list of ${portWords(port.of)}`
  if (port.kind !== 'raster') return port.kind
  const bands = port.bands && port.bands.length > 0 ? ` with ${port.bands.join(' and ')}` : ''
  return `${[port.quantity].flat().join(' or ')} raster${port.meaning ? ` of ${port.meaning}` : ''}${bands}`
}
