import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** One rule that a page breaks, and where. */
export interface Finding {
  readonly rule: string
  readonly impact: string
  /** Selectors, each with what was found there. */
  readonly places: readonly string[]
}

/** WCAG 2.0 to 2.2 up to AA, and what axe-core counts as good practice. */
const OPTIONS: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
  // It would fetch the style sheets again, for rules about the orientation of a phone alone.
  preload: false,
}

/** Runs out of sight are not laid out until they are scrolled to, and axe-core takes their text for missing: here all are. */
const laidOut = () => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('* { content-visibility: visible !important }')
  document.adoptedStyleSheets = [sheet]
}

/** What axe-core finds on the page as it is now. Its script comes by the debugger, past the page's policy, which stays as it is. */
export async function findings(page: Page): Promise<readonly Finding[]> {
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(source)
    await page.evaluate(laidOut)
  }
  const { violations } = await page.evaluate(
    (options) =>
      (window as unknown as { axe: { run(where: Document, how: RunOptions): Promise<AxeResults> } }).axe.run(
        document,
        options,
      ),
    OPTIONS,
  )
  return violations.map(({ id, impact, nodes }) => ({
    rule: id,
    impact: impact ?? 'none',
    places: nodes.map(
      ({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary?.split('\n')[1]?.trim()}`,
    ),
  }))
}

export const isGrave = ({ impact }: Finding): boolean => impact === 'serious' || impact === 'critical'
