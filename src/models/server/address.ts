import { AppError } from '../../lib/errors.ts'

const HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * The root of a server on this machine, without a slash at its end and without '/v1', which people copy with it. Throws
 * invalid_input for every other machine: what is asked would leave this one.
 */
export function serverAddress(text: string): string {
  let url: URL
  try {
    url = new URL(text.trim())
  } catch {
    throw refused(`"${text.slice(0, 80)}" is no address`)
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw refused(`${url.protocol} is no way to a model server`)
  if (!HOSTS.has(url.hostname)) throw refused(`${url.hostname} is not this machine`)
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw refused('the address holds more than a host, a port and a path')
  }
  return url.origin + url.pathname.replace(/\/+$/, '').replace(/\/v1$/, '')
}

function refused(found: string): AppError {
  return new AppError(
    'invalid_input',
    `${found}; a model server is asked on this machine alone, as http://localhost:11434 (localhost, 127.0.0.1 or [::1])`,
  )
}
