import type { Plugin } from 'vite'
import { metaPolicy } from './headers.ts'

/** Writes each page's policy into it too, so that it holds on a host that sends no headers of ours. */
export function sealedPage(): Plugin {
  return {
    name: 'geoforge:sealed-page',
    apply: 'build',
    transformIndexHtml: (_html, { path }) => [
      {
        tag: 'meta',
        attrs: { 'http-equiv': 'Content-Security-Policy', content: metaPolicy(path) },
        injectTo: 'head-prepend',
      },
    ],
  }
}
