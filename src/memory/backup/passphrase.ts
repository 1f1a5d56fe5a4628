import { z } from 'zod'
import { config } from '../../config.ts'
import { AppError } from '../../lib/errors.ts'

/**
 * A backup under a passphrase: a line of JSON that says how it was made, then the encrypted text. The key is derived by
 * PBKDF2-HMAC-SHA-256 (RFC 8018), the text encrypted by AES-256-GCM (NIST SP 800-38D) with that line as additional data.
 */
const FORMAT = 'geoforge-memory-encrypted'
/** As OWASP's password storage cheat sheet has it for PBKDF2-HMAC-SHA-256 (2023). */
const ITERATIONS = 600_000
/** A file must not be able to keep the processor busy for long. */
const MOST_ITERATIONS = 5_000_000
const LONGEST_HEAD = 1000

const headShape = z.object({
  format: z.literal(FORMAT),
  version: z.literal(1),
  iterations: z.int().min(1).max(MOST_ITERATIONS),
  /** 16 bytes, 12 bytes, in hex. */
  salt: z.string().regex(/^[0-9a-f]{32}$/),
  iv: z.string().regex(/^[0-9a-f]{24}$/),
})

/** Throws invalid_input where the passphrase is too short to protect anything. */
export async function encryptBackup(text: string, passphrase: string): Promise<Uint8Array<ArrayBuffer>> {
  const { shortestPassphrase } = config.backup
  if (passphrase.length < shortestPassphrase) {
    throw new AppError(
      'invalid_input',
      `The passphrase has ${passphrase.length} characters; ${shortestPassphrase} at least are needed. A few words that belong together only for you are good.`,
    )
  }
  const [salt, iv] = [crypto.getRandomValues(new Uint8Array(16)), crypto.getRandomValues(new Uint8Array(12))]
  const head = { format: FORMAT, version: 1, iterations: ITERATIONS, salt: hex(salt), iv: hex(iv) }
  const line = new TextEncoder().encode(`${JSON.stringify(head)}\n`)
  const key = await keyOf(passphrase, salt, ITERATIONS)
  const sealed = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData: line },
    key,
    new TextEncoder().encode(text),
  )
  const whole = new Uint8Array(line.length + sealed.byteLength)
  whole.set(line)
  whole.set(new Uint8Array(sealed), line.length)
  return whole
}

/** True where the bytes begin as an encrypted backup does. */
export const isEncrypted = (bytes: Uint8Array): boolean =>
  new TextDecoder().decode(bytes.subarray(0, FORMAT.length + 20)).includes(`"${FORMAT}"`)

/** The text. Throws invalid_input where the passphrase is another, or the file was changed: the two cannot be told apart. */
export async function decryptBackup(bytes: Uint8Array<ArrayBuffer>, passphrase: string): Promise<string> {
  const end = bytes.subarray(0, LONGEST_HEAD).indexOf(0x0a) + 1
  const line = bytes.subarray(0, end)
  const head = headShape.safeParse(parsed(new TextDecoder().decode(line)))
  if (!head.success) {
    throw new AppError(
      'read_failed',
      'This file begins as an encrypted memory, but how it was encrypted cannot be read. Use another copy of the file.',
    )
  }
  const { iterations, salt, iv } = head.data
  const key = await keyOf(passphrase, bytesOf(salt), iterations)
  const plain = await crypto.subtle
    .decrypt({ name: 'AES-GCM', iv: bytesOf(iv), additionalData: line }, key, bytes.subarray(end))
    .catch((cause: unknown) => {
      throw new AppError(
        'invalid_input',
        'The passphrase does not open this file, or the file was changed. Type it again; nothing was taken from the file.',
        {},
        { cause },
      )
    })
  return new TextDecoder().decode(plain)
}

async function keyOf(
  passphrase: string,
  salt: Uint8Array<ArrayBuffer>,
  iterations: number,
): Promise<CryptoKey> {
  // The same words typed on another keyboard may come composed in another way.
  const typed = new TextEncoder().encode(passphrase.normalize('NFKC'))
  const base = await crypto.subtle.importKey('raw', typed, 'PBKDF2', false, ['deriveKey'])
  return crypto.subtle.deriveKey(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations },
    base,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  )
}

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
const bytesOf = (text: string) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16))

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
