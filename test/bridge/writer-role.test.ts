import { describe, expect, it } from 'vitest'
import { WriterRole } from '../../src/bridge/writer-role.ts'
import { FakeLocks } from './fake-locks.ts'

const settle = () => new Promise((resolve) => setTimeout(resolve))

describe('WriterRole', () => {
  it('makes the first tab the writer and the second a reader', async () => {
    const locks = new FakeLocks()
    const first = new WriterRole(locks, () => undefined)
    const second = new WriterRole(locks, () => undefined)
    expect(await first.writable()).toBe(true)
    expect(await second.writable()).toBe(false)
  })

  it('hands the right over when the writer closes, and tells the new writer', async () => {
    const locks = new FakeLocks()
    const first = new WriterRole(locks, () => undefined)
    const heard: boolean[] = []
    const second = new WriterRole(locks, (writable) => heard.push(writable))
    await second.writable()
    await settle()
    first.close()
    await settle()
    expect(heard).toEqual([false, true])
    expect(await second.writable()).toBe(true)
  })

  it('does not take the right after it was closed while waiting', async () => {
    const locks = new FakeLocks()
    const first = new WriterRole(locks, () => undefined)
    const heard: boolean[] = []
    const second = new WriterRole(locks, (writable) => heard.push(writable))
    await second.writable()
    await settle()
    second.close()
    first.close()
    await settle()
    expect(heard).toEqual([false])
    expect(await new WriterRole(locks, () => undefined).writable()).toBe(true)
  })

  it('lets each tab write where the browser refuses locks, as nothing is shared there', async () => {
    const heard: boolean[] = []
    const refuse = () => Promise.reject(new DOMException('The request was denied.', 'SecurityError'))
    const role = new WriterRole({ request: refuse }, (writable) => heard.push(writable))
    expect(await role.writable()).toBe(true)
    expect(heard).toEqual([true])
  })
})
