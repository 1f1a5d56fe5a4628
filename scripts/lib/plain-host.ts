import { serve, type RunningServer } from './server.ts'

/**
 * A static host that knows nothing of this app: no headers of ours, and the app below a path of its own, '/a/sub/path/'.
 * `url` is the app's address.
 */
export async function servePlainly(folder: string, path = '/', port = 0): Promise<RunningServer> {
  const server = await serve({ folder, port, headers: () => ({}), below: path })
  return { ...server, url: server.url.replace(/\/$/, path) }
}
