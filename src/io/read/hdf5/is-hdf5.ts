const MAGIC = [0x89, 0x48, 0x44, 0x46, 0x0d, 0x0a, 0x1a, 0x0a]
const HDF4 = [0x0e, 0x03, 0x13, 0x01]
const OTHERS = [
  [0x43, 0x44, 0x46],
  [0x49, 0x49],
  [0x4d, 0x4d],
]
/** Names of files whose start may be a user block, after which HDF5 begins. */
const ENDINGS = /\.(h5|hdf5|hdf|he5|nc|nc4)$/i

/**
 * True for the first bytes of an HDF5 file, NetCDF-4 among them, and of HDF4, which is refused by name. A file with a
 * user block, or with something else in it, is told by its name.
 */
export const isHdf5 = (head: Uint8Array, name: string): boolean =>
  isAt(head, MAGIC) || isAt(head, HDF4) || (ENDINGS.test(name) && !OTHERS.some((magic) => isAt(head, magic)))

export const isHdf4 = (head: Uint8Array): boolean => isAt(head, HDF4)

export const isHdf5Start = (bytes: Uint8Array): boolean => isAt(bytes, MAGIC)

const isAt = (bytes: Uint8Array, magic: readonly number[]) =>
  magic.every((byte, index) => bytes[index] === byte)
