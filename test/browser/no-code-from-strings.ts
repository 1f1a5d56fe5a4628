/**
 * From now on code made of strings is refused on this page, as the policy of the built app refuses it. Gives what was
 * tried.
 */
export function refuseCodeFromStrings(): readonly string[] {
  const tried: string[] = []
  const refuse = (code: unknown): never => {
    tried.push(String(code))
    throw new EvalError('code from strings is refused')
  }
  globalThis.Function = new Proxy(Function, {
    construct: (_target, [...parts]) => refuse(parts.at(-1)),
    apply: (_target, _self, [...parts]) => refuse(parts.at(-1)),
  })
  globalThis.eval = refuse
  return tried
}
