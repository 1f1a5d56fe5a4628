import type { Chart } from '../../trace/call.ts'
import { asPicture } from '../parts/as-picture.ts'
import { drawChart } from './draw.ts'

/** Colours of a picture that leaves the page, where its tokens are not known: on white, in any theme. */
const ON_WHITE: Readonly<Record<string, string>> = {
  '--accent': '#0a665b',
  '--bad': '#a3271f',
  '--ink': '#16201d',
  '--line-strong': '#84918c',
}
const INK = '#16201d'

/**
 * A chart as SVG that stands by itself: no style elements or attributes, which a strict policy would block, and no names of
 * the page's colours.
 */
export async function chartMarkup(chart: Chart, width: number): Promise<string> {
  const drawn = await drawChart(chart, width)
  const svg = (drawn instanceof SVGSVGElement ? drawn : drawn.querySelector('svg'))!.cloneNode(
    true,
  ) as SVGSVGElement
  asPicture(svg)
  for (const style of svg.querySelectorAll('style')) style.remove()
  for (const each of [svg, ...svg.querySelectorAll('*')]) {
    for (const { name, value } of [...each.attributes]) {
      if (name === 'style' || name === 'class') each.removeAttribute(name)
      else if (value.includes('var(')) each.setAttribute(name, onWhite(value))
      else if (value === 'currentColor') each.setAttribute(name, INK)
    }
  }
  svg.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  return new XMLSerializer().serializeToString(svg)
}

const onWhite = (value: string): string =>
  value.replaceAll(/var\((--[a-z-]+)(?:,[^)]*)?\)/g, (_, name: string) => ON_WHITE[name] ?? '#ffffff')

/** The same as a picture of dots, twice as fine as on the page. */
export async function chartPng(chart: Chart, width: number): Promise<Blob> {
  const markup = await chartMarkup(chart, width)
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(markup)}`
  await image.decode()
  const canvas = new OffscreenCanvas(image.width * 2, image.height * 2)
  const context = canvas.getContext('2d')!
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  return canvas.convertToBlob({ type: 'image/png' })
}
