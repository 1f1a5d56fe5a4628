import Feature from 'ol/Feature.js'
import type { Coordinate } from 'ol/coordinate.js'
import Circle from 'ol/geom/Circle.js'
import type MultiPolygon from 'ol/geom/MultiPolygon.js'
import Polygon, { fromCircle, fromExtent } from 'ol/geom/Polygon.js'
import { boundingExtent } from 'ol/extent.js'
import PointerInteraction from 'ol/interaction/Pointer.js'
import type MapBrowserEvent from 'ol/MapBrowserEvent.js'
import type VectorSource from 'ol/source/Vector.js'

/** Pixels that a hand may slip between pressing and letting go without meaning to drag. */
const SLIP = 6

/** The shape that two points span: a box by its corners, or a ring by its centre and a point of it. */
export type Span = (from: Coordinate, to: Coordinate) => Polygon

export const boxSpan: Span = (from, to) => fromExtent(boundingExtent([from, to]))

/** A ring of so many sides, the first corner at the second point. */
export const ringSpan =
  (sides: number): Span =>
  (centre, edge) => {
    const [dx, dy] = [edge[0]! - centre[0]!, edge[1]! - centre[1]!]
    return fromCircle(new Circle(centre, Math.hypot(dx, dy)), sides, Math.atan2(dy, dx))
  }

interface Hooks {
  /** The shape begins anew. */
  onStart(): void
  onShape(shape: Polygon): void
  onEnd(shape: Polygon): void
}

/** Two clicks in a quarter of a second are a double click wherever they fall: they must not zoom the map. */
class Stretch extends PointerInteraction {
  override handleEvent(event: MapBrowserEvent): boolean {
    return event.type !== 'dblclick' && super.handleEvent(event)
  }
}

/** Draws what two points span: by dragging from the one to the other, or by a click on each. */
export function stretchShape(
  source: VectorSource<Feature<Polygon | MultiPolygon>>,
  span: Span,
  hooks: Hooks,
): PointerInteraction {
  let from: Coordinate | null = null
  /** Where the pointer went down on the screen. */
  let down: readonly number[] = []
  let isSecond = false
  const feature = new Feature<Polygon | MultiPolygon>()

  const stretch = (to: Coordinate): Polygon | null => {
    if (from === null || (from[0] === to[0] && from[1] === to[1])) return null
    const shape = span(from, to)
    feature.setGeometry(shape)
    if (!source.hasFeature(feature)) source.addFeature(feature)
    hooks.onShape(shape)
    return shape
  }

  return new Stretch({
    handleDownEvent({ coordinate, pixel, originalEvent }) {
      if (originalEvent instanceof PointerEvent && originalEvent.button !== 0) return false
      isSecond = from !== null
      down = pixel
      if (from === null) {
        hooks.onStart()
        from = coordinate
      }
      return true
    },
    handleDragEvent: ({ coordinate }) => void stretch(coordinate),
    handleMoveEvent: ({ coordinate, dragging }) => {
      if (!dragging) stretch(coordinate)
    },
    handleUpEvent({ coordinate, pixel }) {
      const isDragged = Math.hypot(pixel[0]! - down[0]!, pixel[1]! - down[1]!) > SLIP
      const shape = isDragged || isSecond ? stretch(coordinate) : null
      if (shape) {
        from = null
        hooks.onEnd(shape)
      }
      return false
    },
  })
}
