import type { Layer, LayerStyle } from '../../trace/layer.ts'

/** A layer drawn as a person wants it, or for null as it was made. */
export function restyled(layer: Layer, style: LayerStyle | null): Layer {
  const { madeStyle, ...rest } = layer
  const made = madeStyle ?? layer.style
  return style === null ? { ...rest, style: made } : { ...rest, style, madeStyle: made }
}

/** A layer that was read anew, drawn as a person chose for the earlier reading, where the bands are still there. */
export function keepsStyle(fresh: Layer, before: Layer | undefined): Layer {
  if (before?.madeStyle === undefined) return fresh
  const there = new Set(fresh.scene?.bands.flatMap(({ name, designation }) => [name, designation]))
  const isDrawable = (before.style.bands ?? []).every((band) => there.has(band))
  return isDrawable ? restyled(fresh, before.style) : fresh
}
