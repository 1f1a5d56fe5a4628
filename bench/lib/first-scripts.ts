import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** Scripts that the page names itself: what is fetched before anything is shown. Paths as they stand in the page. */
export function namedScripts(html: string): readonly string[] {
  return [...html.matchAll(/<(?:script|link)\b[^>]*>/g)]
    .map(([tag]) => tag)
    .filter((tag) => tag.startsWith('<script') || /rel="modulepreload"/.test(tag))
    .flatMap((tag) => /(?:src|href)="([^"]+)"/.exec(tag)?.[1] ?? [])
}

/** Kilobytes (1000 bytes) of the first scripts of a built page, each compressed by gzip as a server would. */
export function firstScriptsKb(folder: string, page = 'index.html'): number {
  const scripts = namedScripts(readFileSync(join(folder, page), 'utf8'))
  const bytes = scripts.map((path) => gzipSync(readFileSync(join(folder, path))).length)
  return bytes.reduce((sum, each) => sum + each, 0) / 1000
}
