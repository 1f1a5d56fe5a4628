const MAGIC = /^ENVI\s/

/** True for a header of ENVI: its first word. Its pixels lie in another file, which nothing but its name tells. */
export const isEnviHeader = (head: Uint8Array): boolean =>
  MAGIC.test(String.fromCharCode(...head.subarray(0, 5)))
