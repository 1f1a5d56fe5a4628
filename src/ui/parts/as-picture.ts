/** Makes a drawn chart a picture of one name: Plot names each of its groups too, and a group without a role cannot have one. */
export function asPicture(drawn: Element): Element {
  const svg = drawn.matches('svg') ? drawn : drawn.querySelector(':scope > svg')
  svg?.setAttribute('role', 'img')
  for (const part of svg?.querySelectorAll('g[aria-label]') ?? []) part.removeAttribute('aria-label')
  return drawn
}
