/** 'sealed' talks to its own origin alone; 'connected' also to hosts that the person allowed. */
export type PageKind = 'sealed' | 'connected'

/** Which of the two entry pages this is, as its own HTML says; the page's policy holds whatever this answers. */
export function pageKind(): PageKind {
  return document.documentElement.dataset['page'] === 'connected' ? 'connected' : 'sealed'
}

/** Address of the other entry page, at the same view. */
export function pageAddress(kind: PageKind, hash = location.hash): string {
  return (kind === 'connected' ? './connected.html' : './') + hash
}
