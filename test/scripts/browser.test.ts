import { afterEach, describe, expect, it, vi } from 'vitest'
import { findBrowser, usualPlaces } from '../../scripts/browser.ts'

afterEach(() => vi.unstubAllEnvs())

describe('usualPlaces', () => {
  it('looks along PATH on Linux, Chrome before Chromium before Edge', () => {
    const places = usualPlaces('linux', { PATH: '/opt/bin:/usr/bin' })
    const chrome = places.indexOf('/opt/bin/google-chrome')
    const chromium = places.indexOf('/usr/bin/chromium')
    const edge = places.indexOf('/usr/bin/microsoft-edge')
    expect(chrome).toBe(0)
    expect(chromium).toBeGreaterThan(chrome)
    expect(edge).toBeGreaterThan(chromium)
  })

  it('looks in the applications of machine and person on macOS', () => {
    const places = usualPlaces('darwin', { HOME: '/Users/eva' })
    expect(places).toContain('/Applications/Google Chrome.app/Contents/MacOS/Google Chrome')
    expect(places).toContain('/Users/eva/Applications/Chromium.app/Contents/MacOS/Chromium')
  })

  it('leaves out folders that a Windows machine does not have', () => {
    const places = usualPlaces('win32', { PROGRAMFILES: 'C:/Program Files' })
    expect(places).toHaveLength(3)
    expect(places.every((place) => place.startsWith('C:'))).toBe(true)
  })
})

describe('findBrowser', () => {
  it('takes the one that CHROME_PATH names', async () => {
    vi.stubEnv('CHROME_PATH', process.execPath)
    expect((await findBrowser()).executablePath).toBe(process.execPath)
  })

  it('refuses a CHROME_PATH that names no program rather than take another', async () => {
    vi.stubEnv('CHROME_PATH', '/nowhere/chrome')
    await expect(findBrowser()).rejects.toThrow('/nowhere/chrome')
  })

  it('never switches web security off', async () => {
    vi.stubEnv('CHROME_PATH', process.execPath)
    const { args } = await findBrowser()
    expect(args.join(' ')).not.toMatch(/disable-web-security|disable-site-isolation|allow-running-insecure/)
  })
})
