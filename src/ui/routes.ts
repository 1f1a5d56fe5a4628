export const ROUTES = ['start', 'analyse', 'memory', 'lessons', 'models', 'settings', 'privacy'] as const
export type Route = (typeof ROUTES)[number]

/** The view that a fragment of the address names; a lesson and a run are named below their view. */
export function routeOf(hash: string, isNew: boolean): Route {
  const [first = ''] = hash.split('/')
  if (first === '') return isNew ? 'start' : 'analyse'
  return ROUTES.find((route) => route === first) ?? 'analyse'
}

/** Nothing was loaded and nothing asked yet. */
export const isNewcomer = (have: { readonly layers: number; readonly runs: number }): boolean =>
  have.layers === 0 && have.runs === 0
