/** Files of a model of the shared folder by their paths; null where the folder is not there. */
export async function sharedModel(
  model: string,
  paths: readonly string[],
): Promise<ReadonlyMap<string, Blob> | null> {
  const files = new Map<string, Blob>()
  for (const path of paths) {
    const response = await fetch(`/shared-models/${model}/${path}`)
    if (!response.ok) {
      console.warn(`skipped: the shared folder with ${model} is not there (${path}: ${response.status})`)
      return null
    }
    files.set(path, await response.blob())
  }
  return files
}

/** Addresses of what was fetched since the last call that lie elsewhere than on the test server. */
export function foreignRequests(): string[] {
  return performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => new URL(name).origin !== location.origin)
}
