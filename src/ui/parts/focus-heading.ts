/**
 * Takes the focus to the heading of a view, as soon as it is there, so that who hears the page hears where they are. Not where the
 * person is in the view by then. Gives what ends the waiting.
 */
export function focusHeading(view: Element): () => void {
  const take = (): boolean => {
    const heading = view.querySelector<HTMLElement>('h1')
    if (!heading) return false
    if (!view.contains(document.activeElement)) {
      heading.tabIndex = -1
      heading.focus({ preventScroll: true })
    }
    return true
  }
  const observer = new MutationObserver(() => {
    if (take()) observer.disconnect()
  })
  if (!take()) observer.observe(view, { childList: true, subtree: true })
  return () => observer.disconnect()
}
