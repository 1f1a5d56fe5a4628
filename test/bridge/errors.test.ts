import { expose, wrap } from 'comlink'
import { afterAll, describe, expect, it } from 'vitest'
import { keepErrorsWhole } from '../../src/bridge/errors.ts'
import { isAbort } from '../../src/lib/abort.ts'
import { AppError } from '../../src/lib/errors.ts'

const { port1, port2 } = new MessageChannel()
const failures = {
  app() {
    throw new AppError('band_missing', 'no nir', { layer: 'scene-1' }, { cause: new Error('below') })
  },
  abort() {
    throw new DOMException('Stopped', 'AbortError')
  },
  bug() {
    throw new TypeError('x is not a function')
  },
  value() {
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- libraries do throw such things
    throw 'a word'
  },
}

keepErrorsWhole()
expose(failures, port1)
const remote = wrap<typeof failures>(port2)
afterAll(() => {
  port1.close()
  port2.close()
})

const thrownBy = (call: () => Promise<unknown>) =>
  call().then(
    () => null,
    (error: unknown) => error,
  )

describe('keepErrorsWhole', () => {
  it('gives back an AppError with code, message and details', async () => {
    const error = await thrownBy(() => remote.app())
    expect(error).toBeInstanceOf(AppError)
    expect(error).toMatchObject({ code: 'band_missing', message: 'no nir', details: { layer: 'scene-1' } })
  })

  it('gives back an abort as an abort', async () => {
    const error = await thrownBy(() => remote.abort())
    expect(isAbort(error)).toBe(true)
    expect(error).toBeInstanceOf(DOMException)
  })

  it('keeps the name, message and stack of any other error', async () => {
    const error = (await thrownBy(() => remote.bug())) as Error
    expect(error).toBeInstanceOf(Error)
    expect(error).toMatchObject({ name: 'TypeError', message: 'x is not a function' })
    expect(error.stack).toContain('errors.test.ts')
  })

  it('passes on a thrown value that is no error', async () => {
    expect(await thrownBy(() => remote.value())).toBe('a word')
  })
})
