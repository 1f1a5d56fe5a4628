import * as Plot from '@observablehq/plot'
import { describe, expect, it } from 'vitest'
import { PLOT_STYLE_HASH } from '../../scripts/lib/headers.ts'

async function sha256(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return `sha256-${btoa(String.fromCharCode(...digest))}`
}

describe('PLOT_STYLE_HASH', () => {
  it('is the hash of the one style element that a chart brings', async () => {
    const chart = Plot.plot({ marks: [Plot.barY([1, 2, 3], { x: (_, i) => i, y: (v: number) => v })] })
    const styles = [...chart.querySelectorAll('style')].map((style) => style.textContent)
    expect(await Promise.all(styles.map(sha256))).toEqual([PLOT_STYLE_HASH])
  })
})
