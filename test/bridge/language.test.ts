import { expose } from 'comlink'
import { afterEach, describe, expect, it } from 'vitest'
import { keepErrorsWhole } from '../../src/bridge/errors.ts'
import type { LanguageApi, ModelChoice } from '../../src/bridge/language.ts'
import { WorkerHost } from '../../src/bridge/worker-host.ts'
import { AppError } from '../../src/lib/errors.ts'
import type { Engine } from '../../src/models/engine.ts'
import { EngineHost, type LoadEngine } from '../../workers/engine-host.ts'
import { ModelSeat } from '../../workers/model-seat.ts'
import { bareEngine, type Script } from '../helpers/bare-engine.ts'
import { FakeLocks } from './fake-locks.ts'

keepErrorsWhole()

const hosts: { close(): void }[] = []
afterEach(() => hosts.splice(0).forEach((host) => host.close()))

const CHOICE: ModelChoice = { engine: 'wllama', modelId: 'small', policy: 'hybrid' }
const NOTHING = () => undefined
const PROMPT = { system: 'S', turns: [{ role: 'user' as const, text: 'Q' }] }

/** The language worker in this thread; `die` ends it as the browser would. */
function makeSeat(loadEngine: LoadEngine) {
  const locks = new FakeLocks()
  let die: () => void = NOTHING
  let threads = 0
  const host = new WorkerHost<LanguageApi>({
    label: 'language worker',
    locks,
    onProblem: NOTHING,
    onReady: NOTHING,
    spawn: () => {
      const { port1, port2 } = new MessageChannel()
      const holdLock = (name: string) =>
        new Promise<void>((resolve) => {
          void locks.request(name, () => {
            resolve()
            return new Promise<void>((end) => {
              die = () => {
                port1.close()
                end()
              }
            })
          })
        })
      threads += 1
      expose(new EngineHost(loadEngine, holdLock, () => die()), port1)
      return { endpoint: port2, terminate: () => port2.close(), onError: NOTHING }
    },
  })
  hosts.push(host)
  const seat = new ModelSeat({
    hostOf: () => host,
    filesOf: () => Promise.resolve({ files: [['model.gguf', new Blob(['x'])]], hashes: {} }),
  })
  return { seat, die: () => die(), threads: () => threads }
}

const loads =
  (script: Script): LoadEngine =>
  ({ modelId }) =>
    Promise.resolve({ engine: bareEngine({ ...script, modelId }), runsOn: 'a test' })

describe('a model in the language worker', () => {
  it('answers through the worker, streams and says what it runs on', async () => {
    const { seat } = makeSeat(
      loads({
        logProbs: (_prompt, options) => options.map((name) => -name.length),
        complete: (_prompt, { onText }) => {
          onText?.('Bur')
          onText?.('ned')
          return 'Burned'
        },
      }),
    )
    const loaded = await seat.take(CHOICE, NOTHING)
    expect(loaded).toMatchObject({
      modelId: 'small',
      runsOn: 'a test',
      tellsProbabilities: true,
      weight: 0.5,
    })
    const { chat, policy } = seat.ready!
    expect(policy).toBe('hybrid')
    const pieces: string[] = []
    const { text } = await chat.write(PROMPT, { maxTokens: 5, onText: (piece) => pieces.push(piece) })
    expect(text).toBe('Burned')
    expect(pieces).toEqual(['Bur', 'ned'])
  })

  it('hands over files and hashes, and tells how loading goes', async () => {
    const told: string[] = []
    let got: unknown
    const { seat } = makeSeat((ask, { progress }) => {
      got = [ask.files.map(([path, blob]) => [path, blob.size]), ask.engine]
      progress({ fraction: 0.5, note: 'reading' })
      return Promise.resolve({ engine: bareEngine(), runsOn: '' })
    })
    await seat.take(CHOICE, (fraction, note) => told.push(`${fraction} ${note}`))
    expect(got).toEqual([[['model.gguf', 1]], 'wllama'])
    expect(told).toEqual(['0.5 reading'])
  })

  it('is stopped in mid-call, in the engine as well', async () => {
    const stop = new AbortController()
    let heard = false
    const { seat } = makeSeat(
      loads({
        complete: (_prompt, { maxTokens }, call) =>
          maxTokens < 9
            ? ''
            : new Promise((_resolve, reject) => {
                call!.signal!.addEventListener('abort', () => {
                  heard = true
                  reject(call!.signal!.reason as Error)
                })
                stop.abort()
              }),
      }),
    )
    await seat.take(CHOICE, NOTHING)
    const call = seat.ready!.chat.write(PROMPT, { maxTokens: 9 }, { signal: stop.signal })
    await expect(call).rejects.toHaveProperty('name', 'AbortError')
    expect(heard).toBe(true)
  })

  it('that died fails with what to do, and the next load starts a worker anew', async () => {
    const { seat, die } = makeSeat(loads({ complete: () => 'x' }))
    await seat.take(CHOICE, NOTHING)
    const { chat } = seat.ready!
    die()
    await expect(chat.write(PROMPT, { maxTokens: 5 })).rejects.toMatchObject({
      code: 'model_failed',
      message: expect.stringContaining('load it again') as string,
    })
    expect(seat.ready).toBeNull()
    expect(seat.state).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('load it again') as string,
    })
    await seat.take(CHOICE, NOTHING)
    expect(await seat.ready!.chat.write(PROMPT, { maxTokens: 5 })).toMatchObject({ text: 'x' })
  })

  it('that lost its device says so, and its thread is not used again: the next load has a fresh one', async () => {
    const lost = new AppError('model_failed', 'the graphics device was lost; load the model again')
    let isLost = false
    const { seat, threads } = makeSeat(
      loads({
        complete: () => {
          if (isLost) throw lost
          return 'x'
        },
      }),
    )
    await seat.take(CHOICE, NOTHING)
    isLost = true
    await expect(seat.ready!.chat.write(PROMPT, { maxTokens: 5 })).rejects.toMatchObject(lost)
    expect(seat.state).toMatchObject({ state: 'failed', choice: CHOICE, message: lost.message })
    expect(seat.failedWith(CHOICE)).toBe(true)
    isLost = false
    await expect.poll(threads).toBe(2)
    await seat.take(CHOICE, NOTHING)
    expect(await seat.ready!.chat.write(PROMPT, { maxTokens: 5 })).toMatchObject({ text: 'x' })
    // A model that is let go of whole leaves its thread to the next.
    await seat.leave()
    await seat.take(CHOICE, NOTHING)
    expect(threads()).toBe(2)
  })

  it('that does not fit the memory leaves no thread behind that holds it', async () => {
    let tries = 0
    const full = new AppError('model_failed', 'it does not fit the memory of this machine')
    const { seat, threads } = makeSeat(({ modelId }) => {
      tries += 1
      if (tries === 1) return Promise.reject(full)
      return Promise.resolve({ engine: bareEngine({ modelId }), runsOn: '' })
    })
    await expect(seat.take(CHOICE, NOTHING)).rejects.toMatchObject(full)
    expect(seat.state).toMatchObject({ state: 'failed', message: full.message })
    await expect.poll(threads).toBe(2)
    await seat.take({ ...CHOICE, modelId: 'smaller' }, NOTHING)
    expect(seat.ready!.chat.id).toBe('smaller')
  })

  it('keeps the model where only the policy changes, else lets it go', async () => {
    const engines: Engine[] = []
    const { seat } = makeSeat(({ modelId }) => {
      engines.push(bareEngine({ modelId }))
      return Promise.resolve({ engine: engines.at(-1)!, runsOn: '' })
    })
    await seat.take(CHOICE, NOTHING)
    await seat.take({ ...CHOICE, policy: 'model' }, NOTHING)
    expect(engines).toHaveLength(1)
    expect(seat.ready!.policy).toBe('model')
    await seat.take({ ...CHOICE, modelId: 'other' }, NOTHING)
    expect(engines).toHaveLength(2)
    expect(engines[0]).toHaveProperty('closed', true)
    await seat.leave()
    expect(engines[1]).toHaveProperty('closed', true)
    expect(seat.state).toEqual({ state: 'none' })
  })

  it('that is let go of in mid-run answers no more, and the next model does not answer in its place', async () => {
    let begun = false
    const { seat } = makeSeat(({ modelId }) => {
      let end: (error: Error) => void = NOTHING
      const engine = bareEngine({
        modelId,
        complete: (_prompt, { maxTokens }) => {
          if (maxTokens < 9 || modelId === 'other') return modelId
          begun = true
          return new Promise((_resolve, reject) => (end = reject))
        },
      })
      const close = () => {
        end(new DOMException('The model was closed', 'AbortError'))
        return Promise.resolve()
      }
      return Promise.resolve({ engine: { ...engine, close }, runsOn: '' })
    })
    await seat.take(CHOICE, NOTHING)
    const { chat } = seat.ready!
    const letGo = {
      code: 'model_failed',
      message: expect.stringContaining('small was let go of') as string,
    }
    const underWay = expect(chat.write(PROMPT, { maxTokens: 9 })).rejects.toMatchObject(letGo)
    await expect.poll(() => begun).toBe(true)
    await seat.take({ ...CHOICE, modelId: 'other' }, NOTHING)
    await underWay
    await expect(chat.write(PROMPT, { maxTokens: 5 })).rejects.toMatchObject(letGo)
    expect(await seat.ready!.chat.write(PROMPT, { maxTokens: 9 })).toMatchObject({ text: 'other' })
    expect(seat.state).toMatchObject({ state: 'ready' })
  })

  it('waits for a model that is being loaded already, in place of beginning anew', async () => {
    let begun = 0
    let finish: () => void = NOTHING
    const { seat } = makeSeat(async ({ modelId }, { progress }) => {
      begun += 1
      await new Promise<void>((resolve) => (finish = resolve))
      progress({ fraction: 0.5, note: 'half' })
      return { engine: bareEngine({ modelId }), runsOn: '' }
    })
    const told: string[] = []
    const first = seat.take(CHOICE, () => told.push('first'))
    const second = seat.take(CHOICE, () => Promise.resolve(told.push('second')))
    await expect.poll(() => begun).toBe(1)
    finish()
    expect(await second).toEqual(await first)
    expect(begun).toBe(1)
    expect(told).toEqual(['first', 'second'])
  })

  it('says why it could not be loaded, and a stopped load is no failure', async () => {
    const { seat } = makeSeat(() =>
      Promise.reject(new AppError('unsupported_machine', 'there is no WebGPU here')),
    )
    await expect(seat.take(CHOICE, NOTHING)).rejects.toHaveProperty('code', 'unsupported_machine')
    expect(seat.state).toMatchObject({ state: 'failed', message: 'there is no WebGPU here' })

    const waiting = makeSeat(
      (_ask, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error))
        }),
    ).seat
    const load = waiting.take(CHOICE, NOTHING)
    const told = expect(load).rejects.toHaveProperty('name', 'AbortError')
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(waiting.state.state).toBe('loading')
    await waiting.leave()
    await told
    expect(waiting.state).toEqual({ state: 'none' })
  })
})
