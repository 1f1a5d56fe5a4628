import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type BrowserContext, type Page } from 'playwright-core'
import { findBrowser } from '../browser.ts'
import { builtFolder } from './build-app.ts'
import { HEADERS } from './headers.ts'
import { serve, type RunningServer } from './server.ts'

/** The production build in a browser with an empty profile on disk, every request to other hosts on record. */
export interface App {
  readonly url: string
  readonly context: BrowserContext
  readonly page: Page
  /** Hosts that the browser tried to reach besides the app's own, from page, workers or service worker. */
  readonly foreign: string[]
  /** Errors of the page: console, exceptions, violations of the policy. */
  readonly errors: string[]
  /** Takes the network and the server away. */
  goOffline(): Promise<void>
  close(): Promise<void>
}

export async function openApp(): Promise<App> {
  if (!existsSync(join(builtFolder, 'index.html'))) {
    throw new Error('There is no built app. Run `npm run build` first, or `npm test -- e2e`, which does.')
  }
  const server = await serve({ folder: builtFolder, port: 0, headers: HEADERS })
  const foreign: string[] = []
  const trap = await openTrap(foreign)
  const profile = mkdtempSync(join(tmpdir(), 'geoforge-profile-'))
  const { executablePath, args, env } = await findBrowser()
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    // As an argument: Playwright's own option would send this machine's addresses through the proxy too.
    args: [...args, `--proxy-server=${trap.url}`],
    env,
    headless: true,
    viewport: { width: 1440, height: 900 },
  })
  const errors: string[] = []
  context.on('console', (message) => {
    if (message.type() === 'error') errors.push(`console: ${message.text()}`)
  })
  context.on('weberror', (error) => errors.push(`exception: ${error.error().message}`))
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) =>
      console.error(`policy violated: ${event.violatedDirective} by ${event.blockedURI}`),
    )
  })
  const page = context.pages()[0] ?? (await context.newPage())
  await page.goto(server.url)
  return {
    url: server.url,
    context,
    page,
    foreign,
    errors,
    goOffline: async () => {
      await context.setOffline(true)
      await server.close()
    },
    close: () => closeAll(context, server, trap, profile),
  }
}

async function closeAll(
  context: BrowserContext,
  server: RunningServer,
  trap: { close(): void },
  profile: string,
): Promise<void> {
  await context.close()
  await server.close()
  trap.close()
  rmSync(profile, { recursive: true, force: true })
}

/**
 * A proxy that answers nothing and writes down who was wanted. The browser sends it whatever is not for this machine,
 * whichever thread asks, so it misses nothing that a log inside the page could miss.
 */
async function openTrap(foreign: string[]): Promise<{ url: string; close(): void }> {
  const trap: Server = createServer((request, response) => {
    foreign.push(new URL(request.url ?? '', 'http://unknown').hostname)
    response.writeHead(502).end()
  })
  trap.on('connect', (request, socket) => {
    foreign.push((request.url ?? '').replace(/:\d+$/, ''))
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
  })
  await new Promise<void>((done) => trap.listen(0, '127.0.0.1', done))
  const address = trap.address()
  if (typeof address !== 'object' || !address) throw new Error('the request log could not be opened')
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () => {
      trap.close()
      trap.closeAllConnections()
    },
  }
}
