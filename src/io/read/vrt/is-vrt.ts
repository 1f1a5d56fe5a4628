/** True for a virtual raster of GDAL: by its root element, and by its name, so that other kinds of it are told by name. */
export const isVrt = (head: Uint8Array, name: string): boolean =>
  /\.vrt$/i.test(name) || /<VRTDataset[\s>]/.test(String.fromCharCode(...head))
