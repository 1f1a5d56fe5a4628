import { z } from 'zod'

const KEY = 'geoforge-layers'

const content = z.object({
  order: z.array(z.string()),
  hidden: z.array(z.string()),
  unasked: z.array(z.string()),
  opacity: z.record(z.string(), z.number().min(0).max(1)),
})

/** How the map shows layers, by their ids. */
export type LayerLooks = Readonly<z.infer<typeof content>>

/** Keeps how layers are shown from one visit to the next. */
export interface LayerShelf {
  read(): LayerLooks | null
  write(looks: LayerLooks): void
}

/** The browser's own store; where it is refused, layers are shown as if seen for the first time. */
export const browserShelf: LayerShelf = {
  read() {
    try {
      return content.safeParse(JSON.parse(localStorage.getItem(KEY) ?? 'null')).data ?? null
    } catch {
      return null
    }
  },
  write(looks) {
    try {
      localStorage.setItem(KEY, JSON.stringify(looks))
    } catch {
      // Full or refused: what is shown now stays as it is, and is forgotten with the page.
    }
  },
}
