/** HMAC-SHA-256 of a text's UTF-8 bytes, as 64 hex digits. */
export async function hmacHex(key: CryptoKey, text: string): Promise<string> {
  const mac = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(text))
  return Array.from(new Uint8Array(mac), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** True where the key made this seal; compared without telling by time where they differ. */
export function isSealedBy(key: CryptoKey, text: string, hmac: string): Promise<boolean> {
  const bytes = Uint8Array.from(hmac.match(/../g) ?? [], (pair) => parseInt(pair, 16))
  return crypto.subtle.verify('HMAC', key, bytes, new TextEncoder().encode(text))
}

/** A new key of a profile. It cannot be exported: it signs and checks, and never leaves. */
export async function newProfileKey(): Promise<CryptoKey> {
  return crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify'])
}
