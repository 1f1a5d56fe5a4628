import type { Page } from 'playwright-core'

/** The views that an address names. */
export const ADDRESSES = [
  'start',
  'analyse',
  'memory',
  'lessons',
  'lessons/burn-severity',
  'models',
  'settings',
  'privacy',
] as const

export async function visit(page: Page, address: string): Promise<void> {
  await page.evaluate((hash) => (location.hash = hash), address)
  await page.locator('h1:visible').first().waitFor({ timeout: 60_000 })
  await page.waitForTimeout(300)
}

/** What reaches over the right edge of the window, and large boxes that scroll sideways. */
export function tooWide(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const said = (element: Element) =>
      `${element.tagName.toLowerCase()}.${element.classList[0] ?? ''} “${element.textContent.trim().slice(0, 40)}”`
    const scrollsSideways = (element: Element) => /auto|scroll/.test(getComputedStyle(element).overflowX)
    const found: string[] = []
    for (const element of document.querySelectorAll('body *')) {
      if (!element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })) continue
      const { width, height, right, left } = element.getBoundingClientRect()
      if (width <= 1 || height <= 1 || element.closest('svg, .ol-viewport, [aria-hidden="true"]')) continue
      const large = width > innerWidth * 0.8 && height > innerHeight * 0.5
      if (large && scrollsSideways(element) && element.scrollWidth > element.clientWidth + 1) {
        found.push(`${said(element)} scrolls sideways by ${element.scrollWidth - element.clientWidth} px`)
      }
      if (right <= innerWidth + 1 && left >= -1) continue
      let parent = element.parentElement
      // What lies in a box of its own that scrolls is not cut off.
      while (parent && !scrollsSideways(parent)) parent = parent.parentElement
      if (!parent) found.push(`${said(element)} reaches from ${Math.round(left)} to ${Math.round(right)} px`)
    }
    if (document.documentElement.scrollWidth > innerWidth) found.push('the page scrolls sideways')
    return found
  })
}

/** Buttons and tabs whose words do not fit into them. */
export function cutButtons(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('button, a.button, nav a, select, summary')]
      .filter(
        (element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('.drawing'),
      )
      .filter(({ scrollWidth, clientWidth }) => clientWidth > 4 && scrollWidth > clientWidth + 1)
      .map(
        (element) =>
          `${element.textContent.trim().slice(0, 60)}: ${element.scrollWidth} in ${element.clientWidth} px`,
      ),
  )
}

/** The longest transition or animation that any element would make, in milliseconds. */
export function longestMotion(page: Page): Promise<number> {
  return page.evaluate(() => {
    const milliseconds = (list: string) =>
      list.split(',').map((each) => Number.parseFloat(each) * (each.trim().endsWith('ms') ? 1 : 1000))
    const all = [...document.querySelectorAll('*')].flatMap((element) => {
      const { transitionDuration, transitionDelay, animationDuration, animationName } =
        getComputedStyle(element)
      return [
        ...milliseconds(transitionDuration),
        ...milliseconds(transitionDelay),
        ...(animationName === 'none' ? [] : milliseconds(animationDuration)),
      ]
    })
    return Math.max(0, ...all)
  })
}

/** Controls whose words or outline have the colour of what lies behind them. */
export function unseenControls(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('button, a, input, select, textarea, summary, [role="progressbar"] > *')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => {
        const { color, backgroundColor, borderTopColor, borderTopStyle } = getComputedStyle(element)
        let behind = element.parentElement
        while (behind && getComputedStyle(behind).backgroundColor === 'rgba(0, 0, 0, 0)')
          behind = behind.parentElement
        const ground = behind ? getComputedStyle(behind).backgroundColor : 'rgb(255, 255, 255)'
        const own = backgroundColor === 'rgba(0, 0, 0, 0)' ? ground : backgroundColor
        const hasWords = element.textContent.trim() !== '' || element.querySelector('svg') !== null
        const seenByWords = hasWords && color !== own
        const seenByBox = own !== ground || (borderTopStyle !== 'none' && borderTopColor !== ground)
        // The browser draws ticks and sliders itself.
        const drawn = element.matches(
          'input[type="checkbox"], input[type="radio"], input[type="range"], input[type="file"]',
        )
        // A field without an edge of its own stands in a box that has one.
        const box = element.parentElement ? getComputedStyle(element.parentElement) : null
        const boxed = box !== null && box.borderTopStyle !== 'none' && box.borderTopColor !== ground
        return !seenByWords && !seenByBox && !drawn && !boxed
      })
      .map(
        (element) =>
          `${element.tagName.toLowerCase()}.${element.classList.value} ${element.textContent.slice(0, 40)}`,
      ),
  )
}
