/** What is read off a run, or its library, once: neither is ever changed in place. */
export function ofRun<Source extends object, Result>(
  read: (source: Source) => Result,
): (source: Source) => Result {
  const known = new WeakMap<Source, { readonly result: Result }>()
  return (source) => {
    const kept = known.get(source) ?? { result: read(source) }
    known.set(source, kept)
    return kept.result
  }
}
