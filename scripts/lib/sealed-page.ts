import type { Plugin } from 'vite'
import { META_POLICY } from './headers.ts'

/** Writes the policy into the built page too, so that it holds on a host that sends no headers of ours. */
export function sealedPage(): Plugin {
  return {
    name: 'geoforge:sealed-page',
    apply: 'build',
    transformIndexHtml: () => [
      {
        tag: 'meta',
        attrs: { 'http-equiv': 'Content-Security-Policy', content: META_POLICY },
        injectTo: 'head-prepend',
      },
    ],
  }
}
