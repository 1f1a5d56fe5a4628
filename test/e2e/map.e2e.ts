import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask, figuresOf, loadSample, mapIsDrawn } from '../../scripts/lib/app-actions.ts'
import { foreignRequests, openApp, type App } from '../../scripts/lib/open-app.ts'

let app: App
beforeAll(async () => {
  app = await openApp({ path: '#analyse' })
  await loadSample(app.page)
  await mapIsDrawn(app.page)
}, 120_000)
afterAll(() => app.close())

const map = (page: Page) => page.getByRole('region', { name: 'Map', exact: true })

/** Mean of the colours of a picture between two shares of its width and height, and how many of its pixels are not white. */
async function regionOf(page: Page, png: Buffer, [left, top, right, bottom]: readonly number[]) {
  return page.evaluate(
    async ([data, x1, y1, x2, y2]) => {
      const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))
      const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
      const canvas = new OffscreenCanvas(picture.width, picture.height)
      const context = canvas.getContext('2d')!
      context.drawImage(picture, 0, 0)
      const { width, height } = picture
      const region = context.getImageData(
        Math.round(x1 * width),
        Math.round(y1 * height),
        Math.round((x2 - x1) * width),
        Math.round((y2 - y1) * height),
      )
      const pixels = new Uint32Array(region.data.buffer)
      return { width, height, drawn: pixels.filter((pixel) => pixel !== 0xffffffff).length }
    },
    [png.toString('base64'), left!, top!, right!, bottom!] as const,
  )
}

describe('the map', () => {
  it('compares two dates by a line that arrows move', async () => {
    const { page } = app
    await map(page).getByRole('button', { name: 'Compare two layers' }).click()
    const line = map(page).getByRole('slider', { name: 'Line between left and right' })
    await line.focus()
    expect(await line.getAttribute('aria-valuenow')).toBe('50')
    await page.keyboard.press('ArrowRight')
    expect(await line.getAttribute('aria-valuenow')).toBe('52')
    const box = (await line.boundingBox())!
    const whole = (await map(page).boundingBox())!
    await page.mouse.move(box.x + box.width / 2, box.y + 300)
    await page.mouse.down()
    await page.mouse.move(whole.x + whole.width * 0.25, box.y + 300, { steps: 5 })
    await page.mouse.up()
    expect(Number(await line.getAttribute('aria-valuenow'))).toBeCloseTo(25, -1)
    await map(page).getByRole('radio', { name: 'Side by side' }).check()
    await map(page)
      .getByRole('img', { name: /^Second map/ })
      .locator('canvas')
      .first()
      .waitFor()
    await map(page).getByRole('button', { name: 'Close' }).click()
  }, 60_000)

  it('reads a place by the keyboard, with its course over the dates as chart and table', async () => {
    const { page } = app
    await map(page).getByRole('application').focus()
    await page.keyboard.press('Enter')
    const card = map(page).getByRole('complementary', { name: 'Values at the point' })
    await card.locator('svg[aria-label*="2023-06-17"]').waitFor()
    await card.getByText('The same as a table').click()
    expect(await card.getByRole('rowheader', { name: /^2023-/ }).count()).toBe(3)
    await page.keyboard.press('Escape')
  }, 60_000)

  it('answers inside an area that was typed, and keeps it as a layer', async () => {
    const { page } = app
    await map(page).getByRole('button', { name: 'Areas of interest' }).click()
    await map(page).getByRole('button', { name: 'Type coordinates' }).click()
    await map(page).getByLabel('Coordinates are').selectOption({ label: 'x, y in EPSG:32610' })
    await map(page).getByLabel('Corners, one a line').fill('524000, 5144800\n526000, 5146800')
    await map(page).getByRole('button', { name: 'Show on the map' }).click()
    // 4 km² on the plane of the zone; its scale there is 0.9996 and a little, so that the ground is 0.08 % more.
    await map(page).getByText('400.3').waitFor()
    await map(page).getByRole('button', { name: 'Keep the area' }).click()
    await map(page).getByRole('button', { name: 'Edit Area 1' }).waitFor()
    const run = await ask(page, 'How many hectares burned inside the drawn area?')
    // By numpy and pyproj on the sample's files: 1793 pixel centres of 400 m² with dNBR ≥ 0.27 in that square, 71.72 ha.
    expect((await figuresOf(run))[0]).toBe('71.7 ha')
  }, 120_000)

  it('takes areas from the hand, and says how large they are', async () => {
    const { page } = app
    const whole = (await map(page).getByRole('application').boundingBox())!
    const click = (x: number, y: number) =>
      page.mouse.click(whole.x + x * whole.width, whole.y + y * whole.height)
    const size = map(page).getByText('Area on the ellipsoid')
    const hectares = async () => Number(/([\d.,]+)\sha/.exec(await size.innerText())?.[1]?.replace(',', ''))
    const discard = map(page).getByRole('button', { name: 'Discard' })
    await map(page).getByRole('button', { name: 'Rectangle' }).click()
    await click(0.6, 0.6)
    await click(0.8, 0.8)
    await discard.waitFor()
    const rectangle = await hectares()
    const drag = async (from: number, to: number) => {
      await page.mouse.move(whole.x + from * whole.width, whole.y + from * whole.height)
      await page.mouse.down()
      await page.mouse.move(whole.x + to * whole.width, whole.y + to * whole.height, { steps: 4 })
      await page.mouse.up()
      await discard.waitFor()
    }
    await map(page).getByRole('button', { name: 'Rectangle' }).click()
    await drag(0.6, 0.8)
    // The figure comes from the worker, a moment after the hand.
    await expect.poll(hectares).toBeCloseTo(rectangle, 6)
    await map(page).getByRole('button', { name: 'Circle' }).click()
    await drag(0.6, 0.7)
    // The radius is half of the rectangle's diagonal; 64 sides enclose 0.16 % less than the ring.
    const [width, height] = [0.2 * whole.width, 0.2 * whole.height]
    const ring = (Math.PI * (width ** 2 + height ** 2)) / 4
    await expect
      .poll(async () => (await hectares()) / rectangle / (ring / (width * height)))
      .toBeCloseTo(0.9984, 2)
    await map(page).getByRole('button', { name: 'Polygon' }).click()
    await click(0.6, 0.6)
    await click(0.8, 0.6)
    await click(0.8, 0.8)
    await click(0.6, 0.6)
    await discard.waitFor()
    // Half of it by the diagonal, but for the earth's curve.
    expect(rectangle / (await hectares())).toBeCloseTo(2, 3)
    await discard.click()
    await map(page).getByRole('button', { name: 'Close' }).click()
  }, 60_000)

  it('saves itself as a picture with a legend', async () => {
    const { page } = app
    await map(page).getByRole('button', { name: 'Save the map as a picture' }).click()
    const download = page.waitForEvent('download')
    await map(page).getByRole('button', { name: 'Save PNG' }).click()
    const png = readFileSync(await (await download).path())
    const size = (await map(page).getByRole('application').boundingBox())!
    const legend = await regionOf(page, png, [0.8, 0.05, 1, 0.5])
    // Twice the map, with 16 on each side of it and a legend of 220 beside it.
    expect(legend.width).toBe(Math.round(2 * (size.width + 2 * 16 + 16 + 220)))
    expect(legend.drawn).toBeGreaterThan(500)
    expect((await regionOf(page, png, [0.1, 0.2, 0.6, 0.8])).drawn).toBeGreaterThan(100_000)
  }, 120_000)

  it('asked nobody but its own site, and broke no rule of its policy', () => {
    expect(foreignRequests(app)).toEqual([])
    expect(app.errors).toEqual([])
  })
})
