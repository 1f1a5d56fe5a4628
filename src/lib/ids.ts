/** A short unique id, `prefix-` and 10 characters of base 36 drawn from the platform's random source. */
export function makeId(prefix: string): string {
  const bytes = crypto.getRandomValues(new Uint8Array(10))
  return prefix + '-' + Array.from(bytes, (byte) => (byte % 36).toString(36)).join('')
}
