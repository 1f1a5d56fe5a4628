/** npm start: builds the app and serves it to this machine on its one port. */
import { PORT } from '../vite.config.ts'
import { buildApp, builtFolder } from './lib/build-app.ts'
import { headersFor } from './lib/headers.ts'
import { holderOf } from './lib/port-holder.ts'
import { serve } from './lib/server.ts'

/** Before the build, which takes longer than the question. */
async function stopIfTaken(): Promise<void> {
  const holder = await holderOf(PORT)
  if (!holder) return
  console.error(
    `Port ${PORT} is taken by ${holder}. GeoForge keeps its memory under this one address, so it takes no other port: ` +
      `stop what runs there, then start again.`,
  )
  process.exit(1)
}

await stopIfTaken()
await buildApp()
try {
  const { url } = await serve({ folder: builtFolder, port: PORT, headers: headersFor })
  console.log(`GeoForge is at ${url}`)
} catch (error) {
  if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') await stopIfTaken()
  throw error
}
