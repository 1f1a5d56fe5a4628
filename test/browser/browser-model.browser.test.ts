import { describe, expect, it } from 'vitest'
import { browserModelState, openBrowserModel } from '../../src/models/browser-model.ts'
import { promptApi } from '../../src/models/prompt-api.ts'

describe('the browser’s own model, in this browser', () => {
  it.skipIf(promptApi() !== null)('is none, and says what to choose instead', async () => {
    expect(await browserModelState()).toBe('none')
    await expect(openBrowserModel()).rejects.toMatchObject({ code: 'unsupported_machine' })
  })
})
