import { describe, expect, it } from 'vitest'
import { browserModelState, openBrowserModel } from '../../src/models/browser-model.ts'

/** Chromium has the interface, and no model behind it. */
const state = await browserModelState()
if (state !== 'none') console.info('This browser has a model of its own: how it is missed is not tested.')

describe.skipIf(state !== 'none')('the browser’s own model, where there is none', () => {
  it('is refused, and says what to choose instead', async () => {
    await expect(openBrowserModel()).rejects.toMatchObject({
      code: 'unsupported_machine',
      message: expect.stringMatching(/choose one of the models that this page can run/) as string,
    })
  })
})
