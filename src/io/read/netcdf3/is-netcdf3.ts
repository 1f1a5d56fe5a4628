/** True for the first bytes of a classic NetCDF file: format 1, 64-bit offsets (2), 64-bit data (5). */
export const isNetcdf3 = (head: Uint8Array): boolean =>
  head[0] === 0x43 && head[1] === 0x44 && head[2] === 0x46 && [1, 2, 5].includes(head[3]!)
