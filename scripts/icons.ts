/**
 * npm run icons: draws public/icon.svg as the PNG files that browsers ask for to install an app. Run it when the picture
 * changes; the files are part of the repository.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { findBrowser } from './browser.ts'
import { root } from './lib/build-app.ts'

const picture = readFileSync(join(root, 'public', 'icon.svg'), 'utf8')
/** A mask may cut all but the middle four fifths: the ground goes to the edge, the drawing stays inside. */
const masked = picture
  .replace(/ rx="\d+"/, '')
  .replace(/(<rect[^>]*>)([\s\S]*)<\/svg>/, '$1<g transform="translate(6.4 6.4) scale(0.8)">$2</g></svg>')

const { executablePath, args, env } = await findBrowser()
const browser = await chromium.launch({ executablePath, args, env, headless: true })
try {
  for (const [name, svg, size] of [
    ['icon-192.png', picture, 192],
    ['icon-512.png', picture, 512],
    ['icon-maskable-512.png', masked, 512],
  ] as const) {
    const page = await browser.newPage({ viewport: { width: size, height: size } })
    await page.setContent(`<style>body{margin:0}svg{display:block;width:100vw}</style>${svg}`)
    writeFileSync(join(root, 'public', name), await page.screenshot({ omitBackground: true }))
    await page.close()
  }
} finally {
  await browser.close()
}
