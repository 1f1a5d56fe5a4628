import type { Page } from 'playwright-core'

/** What has the focus, as a person would name it. */
export interface Focused {
  readonly name: string
  readonly role: string
  /** It can be seen that it has it: an outline of some width. */
  readonly visible: boolean
  /** Its box lies in the window at least in part. */
  readonly inView: boolean
  /** Between 0 and 1 down the document's order. */
  readonly place: number
}

/** What has the focus now; null where that is the page itself. */
export function focused(page: Page): Promise<Focused | null> {
  return page.evaluate(() => {
    const element = document.activeElement
    if (!element || element === document.body) return null
    // A field may show it by the box around it.
    const outlined = [element, element.parentElement ?? element].some((box) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(box)
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1
    })
    const { top, left, bottom, right } = element.getBoundingClientRect()
    const all = [...document.querySelectorAll('*')]
    const label =
      element.getAttribute('aria-label') ??
      (element as HTMLInputElement).labels?.[0]?.textContent ??
      element.textContent
    return {
      name: label.trim().replaceAll(/\s+/g, ' '),
      role: element.getAttribute('role') ?? element.tagName.toLowerCase(),
      visible: outlined,
      inView: bottom > 0 && right > 0 && top < innerHeight && left < innerWidth,
      place: all.indexOf(element) / all.length,
    }
  })
}

/** Presses Tab until something of that name has the focus. Gives all that had it on the way. */
export async function tabTo(page: Page, name: RegExp, most = 300): Promise<readonly Focused[]> {
  const way: Focused[] = []
  for (let step = 0; step < most; step++) {
    await page.keyboard.press('Tab')
    const now = await focused(page)
    if (!now) continue
    way.push(now)
    if (name.test(now.name)) return way
  }
  throw new Error(
    `Tab did not come to ${String(name)} in ${most} steps: ${way.map((each) => each.name.slice(0, 40)).join(' | ')}`,
  )
}

/** All that Tab comes to, once around the page from its top. */
export async function tabRound(page: Page, most = 300): Promise<readonly Focused[]> {
  await page.evaluate(() => {
    ;(document.activeElement as HTMLElement | null)?.blur()
    // Where Tab goes on from is the last place clicked or focused: the start of the page.
    document.body.tabIndex = -1
    document.body.focus()
    document.body.removeAttribute('tabindex')
  })
  const way: Focused[] = []
  for (let step = 0; step < most; step++) {
    await page.keyboard.press('Tab')
    const now = await focused(page)
    if (!now) return way
    if (way.length > 1 && now.place === way[0]!.place) return way
    way.push(now)
  }
  throw new Error(`Tab went on for ${most} steps`)
}
