export type LegendEntry = { readonly title: string } & (
  | {
      readonly kind: 'classes'
      readonly classes: readonly { readonly label: string; readonly color: string }[]
    }
  | { readonly kind: 'ramp'; readonly colors: readonly string[]; readonly low: string; readonly high: string }
  | { readonly kind: 'text'; readonly text: string }
)

export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A line of the legend and where its upper left corner is. */
export type LegendLine = { readonly x: number; readonly y: number } & (
  | { readonly kind: 'title'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'class'; readonly text: string; readonly color: string }
  | { readonly kind: 'ramp'; readonly colors: readonly string[]; readonly low: string; readonly high: string }
)

export interface PictureLayout {
  readonly width: number
  readonly height: number
  readonly map: Box
  readonly title: { readonly x: number; readonly y: number }
  /** Null where there is nothing to explain. */
  readonly legend: (Box & { readonly lines: readonly LegendLine[] }) | null
  readonly footer: Box
}

/** Lengths on the screen, before the factor. */
const MARGIN = 16
const TITLE = 40
const FOOTER = 52
const COLUMN = 220
const LINE = 18
const RAMP = 34
const GAP = 10

/**
 * Where the parts of a map picture lie: title over the map, legend beside it, scale and origin under it. `wrap` breaks a
 * text into lines of at most so many pixels at factor 1.
 */
export function pictureLayout(given: {
  readonly width: number
  readonly height: number
  readonly factor: number
  readonly legend: readonly LegendEntry[]
  readonly wrap: (text: string, width: number) => readonly string[]
}): PictureLayout {
  const { factor, wrap } = given
  const lines: LegendLine[] = []
  const left = 2 * MARGIN + given.width
  const top = TITLE + MARGIN
  let y = top
  for (const entry of given.legend) {
    for (const text of wrap(entry.title, COLUMN)) {
      lines.push({ kind: 'title', x: left, y, text })
      y += LINE
    }
    if (entry.kind === 'classes')
      for (const { label, color } of entry.classes) {
        lines.push({ kind: 'class', x: left, y, text: label, color })
        y += LINE
      }
    else if (entry.kind === 'ramp') {
      lines.push({ kind: 'ramp', x: left, y, colors: entry.colors, low: entry.low, high: entry.high })
      y += RAMP
    } else
      for (const text of wrap(entry.text, COLUMN)) {
        lines.push({ kind: 'text', x: left, y, text })
        y += LINE
      }
    y += GAP
  }
  const tall = Math.max(given.height, y - top)
  const hasLegend = lines.length > 0
  const width = given.width + 2 * MARGIN + (hasLegend ? MARGIN + COLUMN : 0)
  const scaled = (box: Box): Box => ({
    x: Math.round(box.x * factor),
    y: Math.round(box.y * factor),
    width: Math.round(box.width * factor),
    height: Math.round(box.height * factor),
  })
  return {
    width: Math.round(width * factor),
    height: Math.round((top + tall + FOOTER) * factor),
    map: scaled({ x: MARGIN, y: top, width: given.width, height: given.height }),
    title: { x: MARGIN * factor, y: (MARGIN + 4) * factor },
    legend: hasLegend
      ? {
          ...scaled({ x: left, y: top, width: COLUMN, height: y - top }),
          lines: lines.map((line) => ({ ...line, x: line.x * factor, y: line.y * factor })),
        }
      : null,
    footer: scaled({ x: MARGIN, y: top + tall, width: width - 2 * MARGIN, height: FOOTER }),
  }
}

/** The largest whole factor at which no side of the map exceeds what browsers draw. */
export const largestFactor = (width: number, height: number): number =>
  Math.max(1, Math.min(4, Math.floor(8192 / Math.max(1, width, height))))
