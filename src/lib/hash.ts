/** SHA-256 of the UTF-8 bytes of a text, as 64 lower-case hex digits. */
export async function sha256Hex(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * JSON with the keys of every object in code-unit order, so that equal data gives equal text. As in JSON.stringify,
 * absent (undefined) properties are left out and numbers that JSON cannot hold become null.
 */
export function stableJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => {
    if (part === null || typeof part !== 'object' || Array.isArray(part)) return part
    const source = part as Record<string, unknown>
    return Object.fromEntries(
      Object.keys(source)
        .sort()
        .map((key) => [key, source[key]]),
    )
  })
}
