import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type BrowserContext, type Page } from 'playwright-core'
import { findBrowser } from '../browser.ts'
import { builtFolder } from './build-app.ts'
import { headersFor } from './headers.ts'
import { servePlainly } from './plain-host.ts'
import { serve, type RunningServer } from './server.ts'

/** The production build in a browser with an empty profile on disk, every request on record. */
export interface App {
  readonly url: string
  readonly context: BrowserContext
  readonly page: Page
  /** Addresses that page, workers and service worker asked for. */
  readonly requests: string[]
  /** Errors of the page: console, exceptions, violations of the policy. */
  readonly errors: string[]
  /** Takes the network and the server away. */
  goOffline(): Promise<void>
  close(): Promise<void>
}

export interface OpenOptions {
  /** Of the build, or of a copy of it. */
  readonly folder?: string
  /** Of the page, below the app's address. */
  readonly path?: string
  /** 'denied': the browser blocks all site data, as a person can tell it to in its settings. */
  readonly siteData?: 'allowed' | 'denied'
  /** A server without our headers, with the app below this path. */
  readonly plainlyBelow?: string
  /** Address of the app where a server runs already; none is started then. */
  readonly at?: string
  /** Of the browser, beside the usual ones. */
  readonly flags?: readonly string[]
  /** In place of the server's own address, which differs in its host. */
  readonly host?: string
  /** Is done before the page is opened. */
  readonly prepare?: (context: BrowserContext) => Promise<unknown>
}

export async function openApp({
  folder = builtFolder,
  path = '',
  siteData = 'allowed',
  plainlyBelow,
  at,
  flags = [],
  host,
  prepare,
}: OpenOptions = {}): Promise<App> {
  if (!existsSync(join(folder, 'index.html'))) {
    throw new Error('There is no built app. Run `npm run build` first, or `npm test -- e2e`, which does.')
  }
  const server =
    at === undefined ? await serverOf(folder, plainlyBelow) : { url: at, close: () => Promise.resolve() }
  const url = host === undefined ? server.url : server.url.replace('localhost', host)
  const profile = mkdtempSync(join(tmpdir(), 'geoforge-profile-'))
  if (siteData === 'denied') blockSiteData(profile)
  const { executablePath, args, env } = await findBrowser()
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    args: [...args, ...flags],
    env,
    headless: true,
    viewport: { width: 1440, height: 900 },
  })
  const requests: string[] = []
  context.on('request', (request) => requests.push(request.url()))
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
  await prepare?.(context)
  const page = context.pages()[0] ?? (await context.newPage())
  await page.goto(url + path)
  return {
    url,
    context,
    page,
    requests,
    errors,
    goOffline: async () => {
      await context.setOffline(true)
      await server.close()
    },
    close: () => closeAll(context, server, profile),
  }
}

function serverOf(folder: string, plainlyBelow: string | undefined): Promise<RunningServer> {
  return plainlyBelow === undefined
    ? serve({ folder, port: 0, headers: headersFor })
    : servePlainly(folder, plainlyBelow)
}

/** As the browser's own settings page writes it. */
function blockSiteData(profile: string): void {
  const settings = { profile: { default_content_setting_values: { cookies: 2 } } }
  mkdirSync(join(profile, 'Default'))
  writeFileSync(join(profile, 'Default', 'Preferences'), JSON.stringify(settings))
}

async function closeAll(context: BrowserContext, server: RunningServer, profile: string): Promise<void> {
  await context.close()
  await server.close()
  rmSync(profile, { recursive: true, force: true })
}

/** What of a request log went to another origin than the app's. */
export function foreignRequests({ requests, url }: Pick<App, 'requests' | 'url'>): string[] {
  return requests.filter((request) => /^(https?|wss?):/.test(request) && !request.startsWith(url))
}
