import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { figuresOf, keptOffline, runOf } from '../../scripts/lib/app-actions.ts'
import { builtFolder } from '../../scripts/lib/build-app.ts'
import { openApp, type App } from '../../scripts/lib/open-app.ts'
import { makeLessonFolder } from '../../scripts/lesson/make-folder.ts'

const QUESTION = 'How many hectares burned between the two dates (dNBR at least 0.27)?'
const hasSums = spawnSync('sha256sum', ['--version']).status === 0
const hasPython = spawnSync('python3', ['--version']).status === 0
let place: string
let folder: string
let app: App | null = null
let server: ChildProcess | null = null

beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), 'geoforge-lesson-'))
  folder = join(place, 'a stick')
  // A build with a model of its own, such as `npm run models` places.
  const built = join(place, 'built')
  cpSync(builtFolder, built, { recursive: true })
  mkdirSync(join(built, 'models', 'tiny'), { recursive: true })
  writeFileSync(join(built, 'models', 'tiny', 'model.gguf'), 'GGUF')
  await makeLessonFolder(built, folder)
})

afterEach(async () => {
  await app?.close()
  app = null
  server?.kill()
  server = null
})

afterAll(() => rmSync(place, { recursive: true, force: true }))

/** A port that was free a moment ago. */
function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}

async function start(command: string, args: readonly string[], port: number): Promise<string> {
  server = spawn(command, args, { cwd: folder, stdio: 'ignore' })
  const url = `http://localhost:${port}/`
  await expect
    .poll(
      () =>
        fetch(url)
          .then(({ ok }) => ok)
          .catch(() => false),
      { timeout: 20_000 },
    )
    .toBe(true)
  return url
}

async function measures({ page }: App): Promise<void> {
  await page.getByRole('link', { name: 'Burn severity' }).click()
  await page.getByRole('button', { name: 'Make the scene and load it' }).click()
  await page.getByText('It is loaded and lies on the map.').waitFor({ timeout: 60_000 })
  await page
    .getByRole('form', { name: 'What looks burned' })
    .getByRole('button', { name: 'Ask this' })
    .click()
  await runOf(page, QUESTION).getByText('Answered').first().waitFor({ timeout: 60_000 })
}

describe('a lesson folder', () => {
  it.skipIf(!hasSums)(
    'has a hash for each file, as another program computes it, the model among them',
    () => {
      const checked = execFileSync('sha256sum', ['-c', 'SHA256SUMS'], { cwd: folder, encoding: 'utf8' })
      for (const path of [
        'index.html',
        'models/tiny/model.gguf',
        'service-worker.js',
        'serve.mjs',
        'README.txt',
      ])
        expect(checked).toContain(`${path}: OK`)
      expect(checked).not.toContain('FAILED')
    },
  )

  it('tells which file of a copy is not as it was made', () => {
    const copy = join(place, 'copy')
    cpSync(folder, copy, { recursive: true })
    const check = () => spawnSync(process.execPath, ['serve.mjs', '--check'], { cwd: copy, encoding: 'utf8' })
    expect(check()).toMatchObject({ status: 0 })
    writeFileSync(join(copy, 'icon.svg'), readFileSync(join(copy, 'icon.svg'), 'utf8') + ' ')
    rmSync(join(copy, 'models', 'tiny', 'model.gguf'))
    const { status, stderr } = check()
    expect([status, stderr]).toEqual([
      1,
      'icon.svg: is not as it was made\nmodels/tiny/model.gguf: is missing\n',
    ])
  })

  it('is not written over a folder that holds something else', async () => {
    const other = join(place, 'other')
    mkdirSync(other)
    writeFileSync(join(other, 'thesis.txt'), 'mine')
    await expect(makeLessonFolder(builtFolder, other)).rejects.toThrow('holds other files')
    expect(readFileSync(join(other, 'thesis.txt'), 'utf8')).toBe('mine')
  })

  it('runs by its own server, opens on the lessons, and is isolated at once', async () => {
    const port = await freePort()
    const url = await start(process.execPath, ['serve.mjs', '--port', String(port)], port)
    app = await openApp({ at: url })
    await app.page.getByRole('link', { name: 'Burn severity' }).waitFor()
    expect(await app.page.evaluate(() => crossOriginIsolated)).toBe(true)
    expect(app.errors).toEqual([])
  })

  it.skipIf(!hasPython)('runs by the server of Python, and then without any server', async () => {
    const port = await freePort()
    const url = await start('python3', ['-m', 'http.server', String(port), '--bind', '127.0.0.1'], port)
    app = await openApp({ at: url })
    await measures(app)
    const figures = await figuresOf(runOf(app.page, QUESTION))
    await keptOffline(app.page)
    await app.context.setOffline(true)
    server?.kill()
    await app.page.reload()
    await app.page.getByText('It is loaded and lies on the map.').waitFor()
    expect(await app.page.evaluate(() => crossOriginIsolated)).toBe(true)
    expect(await figuresOf(runOf(app.page, QUESTION))).toEqual(figures)
    expect(app.errors).toEqual([])
    expect(app.requests.filter((address) => /^https?:/.test(address) && !address.startsWith(url))).toEqual([])
  })
})

describe('the app as one to install', () => {
  it('has all that the browser asks for', async () => {
    app = await openApp()
    await app.page.getByRole('banner').waitFor()
    await keptOffline(app.page)
    const session = await app.context.newCDPSession(app.page)
    const manifest = await session.send('Page.getAppManifest')
    expect([manifest.url, manifest.errors]).toEqual([`${app.url}manifest.webmanifest`, []])
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
    // A headless browser is no window that something could be installed from.
    expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual(
      [],
    )
  })
})
