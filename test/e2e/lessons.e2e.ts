import { afterAll, beforeAll, expect, it } from 'vitest'
import { figuresOf, hectares, runOf } from '../../scripts/lib/app-actions.ts'
import { foreignRequests, openApp, type App } from '../../scripts/lib/open-app.ts'

const QUESTION = 'How many hectares burned between the two dates (dNBR at least 0.27)?'
let app: App

beforeAll(async () => {
  app = await openApp({ path: '#lessons' })
})

afterAll(async () => {
  await app.close()
})

it('makes the scene of a lesson, measures it, and finds the measured figure right', async () => {
  const { page } = app
  await page.getByRole('link', { name: 'Burn severity' }).click()
  await page.getByRole('button', { name: 'Make the scene and load it' }).click()
  await page.getByText('It is loaded and lies on the map.').waitFor({ timeout: 60_000 })
  const task = page.getByRole('form', { name: 'What looks burned' })
  await task.getByRole('button', { name: 'Ask this' }).click()
  const run = runOf(page, QUESTION)
  await run.getByText('Answered').first().waitFor({ timeout: 60_000 })
  const [burned] = await figuresOf(run)
  await task.getByRole('textbox').fill(String(hectares(burned!)))
  await page.keyboard.press('Enter')
  await task.getByText(/^Right: the scene was made with/).waitFor()
  expect(app.errors).toEqual([])
  expect(foreignRequests(app)).toEqual([])
})

it('has the scene, the answer and its check after a reload', async () => {
  const { page } = app
  await page.reload()
  await page.getByText('1 of 5 solved').waitFor()
  await page.getByText('It is loaded and lies on the map.').waitFor()
  expect(app.errors).toEqual([])
})
