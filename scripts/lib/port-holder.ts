import { connect } from 'node:net'

/** Who answers on a port of this machine, in words; null where it is free. */
export async function holderOf(port: number): Promise<string | null> {
  const hosts = ['127.0.0.1', '::1']
  const taken = await Promise.all(hosts.map((host) => accepts(host, port)))
  const host = hosts[taken.indexOf(true)]
  return host === undefined ? null : describe(host.includes(':') ? `[${host}]` : host, port)
}

function accepts(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 1000 })
    const settle = (taken: boolean) => {
      socket.destroy()
      resolve(taken)
    }
    socket.on('connect', () => settle(true))
    socket.on('timeout', () => settle(false))
    socket.on('error', () => settle(false))
  })
}

async function describe(host: string, port: number): Promise<string> {
  try {
    const response = await fetch(`http://${host}:${port}/`, {
      method: 'HEAD',
      signal: AbortSignal.timeout(2000),
    })
    const server = response.headers.get('server')
    if (server === 'GeoForge') return 'a GeoForge that is already running'
    return server ? `a web server that calls itself "${server}"` : 'a web server that gives no name'
  } catch {
    return 'a program that is no web server'
  }
}
