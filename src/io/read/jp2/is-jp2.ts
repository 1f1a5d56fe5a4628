const JP2 = [0, 0, 0, 12, 0x6a, 0x50, 0x20, 0x20, 0x0d, 0x0a, 0x87, 0x0a]
const CODESTREAM = [0xff, 0x4f, 0xff, 0x51]

/** True for the first bytes of a JPEG 2000 file: its signature box, or a codestream without boxes. */
export const isJp2 = (head: Uint8Array): boolean =>
  [JP2, CODESTREAM].some((magic) => magic.every((byte, index) => head[index] === byte))
