import { expose } from 'comlink'
import { afterEach, describe, expect, it } from 'vitest'
import type { WorkerLife } from '../../src/bridge/api.ts'
import { keepErrorsWhole } from '../../src/bridge/errors.ts'
import { WorkerHost } from '../../src/bridge/worker-host.ts'
import { FakeLocks } from './fake-locks.ts'

keepErrorsWhole()

interface TestApi extends WorkerLife {
  echo(text: string): Promise<string>
  wait(): Promise<string>
  cancel(): Promise<void>
  hang(): Promise<string>
}

const hosts: { close(): void }[] = []
afterEach(() => hosts.splice(0).forEach((host) => host.close()))

/** A worker in this thread. `die` ends it as the browser would: its lock goes back and nothing answers any more. */
function makeHost() {
  const locks = new FakeLocks()
  const lives: { die: () => void; fail: (message: string) => void }[] = []
  const ready: boolean[] = []
  const host = new WorkerHost<TestApi>({
    label: 'test worker',
    locks,
    onProblem: () => undefined,
    onReady: (restarted) => ready.push(restarted),
    spawn: () => {
      const { port1, port2 } = new MessageChannel()
      let die: () => void = () => undefined
      let stop: (error: Error) => void = () => undefined
      const life: (typeof lives)[number] = { die: () => die(), fail: () => undefined }
      const api: TestApi = {
        begin: (lifeLock) =>
          new Promise((resolve) => {
            void locks.request(lifeLock, () => {
              resolve()
              return new Promise<void>((end) => {
                die = () => {
                  port1.close()
                  end()
                }
              })
            })
          }),
        setWritable: () => Promise.resolve(),
        echo: (text) => Promise.resolve(text),
        wait: () => new Promise((_resolve, reject) => (stop = reject)),
        cancel() {
          stop(new DOMException('Stopped', 'AbortError'))
          return Promise.resolve()
        },
        hang: () => new Promise(() => undefined),
      }
      expose(api, port1)
      lives.push(life)
      return {
        endpoint: port2,
        terminate: () => {
          die()
          port2.close()
        },
        onError: (listener) => (life.fail = listener),
      }
    },
  })
  hosts.push(host)
  return { host, lives, ready }
}

describe('WorkerHost', () => {
  it('starts its worker with the first call', async () => {
    const { host, lives } = makeHost()
    expect(lives).toHaveLength(0)
    expect(await host.call((api) => api.echo('hello'))).toBe('hello')
    expect(lives).toHaveLength(1)
  })

  it('rejects what was under way when the worker dies, and starts it anew', async () => {
    const { host, lives, ready } = makeHost()
    await host.call((api) => api.echo('up'))
    const waiting = host.call((api) => api.hang())
    lives[0]!.die()
    await expect(waiting).rejects.toMatchObject({ code: 'worker_lost' })
    expect(await host.call((api) => api.echo('again'))).toBe('again')
    expect(lives).toHaveLength(2)
    expect(ready).toEqual([false, true])
  })

  it('stops a call by its cancel message', async () => {
    const { host, lives } = makeHost()
    const stop = new AbortController()
    const call = host.call((api) => api.wait(), { signal: stop.signal, cancel: (api) => api.cancel() })
    setTimeout(() => stop.abort(), 20)
    await expect(call).rejects.toMatchObject({ name: 'AbortError' })
    expect(lives).toHaveLength(1)
  })

  it('ends a worker that does not stop when asked to, and goes on with a new one', async () => {
    const { host, lives } = makeHost()
    await host.call((api) => api.echo('up'))
    const stop = new AbortController()
    const call = host.call((api) => api.hang(), {
      signal: stop.signal,
      cancel: (api) => api.cancel(),
      patienceMs: 30,
    })
    setTimeout(() => stop.abort(), 10)
    await expect(call).rejects.toMatchObject({ name: 'AbortError' })
    expect(await host.call((api) => api.echo('next'))).toBe('next')
    expect(lives).toHaveLength(2)
  })

  it('does not begin a call that is stopped already', async () => {
    const { host } = makeHost()
    const call = host.call((api) => api.hang(), { signal: AbortSignal.abort() })
    await expect(call).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('says worker_lost where the script cannot be loaded, and tries again with the next call', async () => {
    const { host, lives, ready } = makeHost()
    const call = host.call((api) => api.echo('never'))
    lives[0]!.fail('404')
    await expect(call).rejects.toMatchObject({ code: 'worker_lost' })
    await expect(call).rejects.toThrow('could not start (404)')
    expect(lives).toHaveLength(1)
    expect(await host.call((api) => api.echo('now'))).toBe('now')
    expect(ready).toEqual([true])
  })

  it('rejects calls after it was closed', async () => {
    const { host } = makeHost()
    host.close()
    await expect(host.call((api) => api.echo('x'))).rejects.toMatchObject({ code: 'worker_lost' })
  })
})
