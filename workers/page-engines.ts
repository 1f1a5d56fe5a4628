import { expose } from 'comlink'
import { AppError } from '../src/lib/errors.ts'
import { openBrowserModel } from '../src/models/browser-model.ts'
import { connectServer } from '../src/models/server/index.ts'
import { EngineHost, type LoadEngine } from './engine-host.ts'

/**
 * The page's own engines behind a port to the agent worker: the browser's model, which windows alone have, and a server
 * on this machine, which the page alone may ask. `request` is the page's one way out. Runs on the page.
 */
export function servePageEngines(port: MessagePort, request: typeof fetch): void {
  // The page and its port live and die together: there is no death to be told of, and no thread to end.
  const host = new EngineHost(
    loadFrom(request),
    () => Promise.resolve(),
    () => undefined,
  )
  expose(host, port)
}

const loadFrom =
  (request: typeof fetch): LoadEngine =>
  async ({ engine, modelId, url }, { signal, progress }) => {
    switch (engine) {
      case 'browser':
        return {
          engine: await openBrowserModel({ signal, progress }),
          runsOn: 'this machine, by the browser',
        }
      case 'server': {
        if (url === undefined)
          throw new AppError('invalid_input', 'the server has no address; give it under Models')
        const server = await connectServer({ url, model: modelId, fetch: request, signal })
        return { engine: server, runsOn: `a server at ${new URL(url).host}` }
      }
      default:
        throw new AppError('invalid_input', `a model of kind ${engine} does not run on the page`)
    }
  }
