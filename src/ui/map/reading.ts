import type { Probe } from '../../trace/data.ts'
import type { Layer } from '../../trace/layer.ts'

/** What a layer holds at a point, or why it cannot be read. */
export type Reading =
  { readonly layer: Layer; readonly probe: Probe } | { readonly layer: Layer; readonly fault: string }
