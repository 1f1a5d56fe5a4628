import type { Database } from '../src/store/index.ts'

interface Row {
  readonly key: string
  readonly value: string
}

/** Settings that begin so belong to one worker's own memory, such as the salt of its journal. */
const SHARED = /^(model-|allowed-hosts$)/

/**
 * What is set in one worker of a page, the others hear: for a visit without a database that they would share. `page` is
 * the name that the workers of one page have.
 */
export function shareSettings({ settings }: Pick<Database, 'settings'>, page: string): void {
  const channel = new BroadcastChannel(`geoforge-visit-${page}`)
  const heard = new Set<string>()
  const tell = (row: Row) => {
    if (SHARED.test(row.key) && !heard.delete(JSON.stringify(row))) channel.postMessage(row)
  }
  settings.hook('creating', (_key, row) => tell(row))
  settings.hook('updating', (changes, _key, row) => tell({ ...row, ...(changes as Partial<Row>) }))
  channel.addEventListener('message', ({ data }: MessageEvent<Row>) => {
    const told = JSON.stringify(data)
    heard.add(told)
    void settings
      .put(data)
      .catch(() => undefined)
      // What was there already changes nothing and calls no hook.
      .finally(() => heard.delete(told))
  })
}
