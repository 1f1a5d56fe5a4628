/** One row of docs/formats.md. */
export interface FormatRow {
  readonly format: string
  /** Without the dot, lower case. Texts beside a product are named whole. */
  readonly endings: readonly string[]
  readonly read: string
  /** Package in package.json, or what of the platform; 'ours' alone where nothing else is used. */
  readonly library: string
  readonly limits: string
  /** From the project's folder. */
  readonly test: string
}

export const FORMAT_ROWS: readonly FormatRow[] = [
  {
    format: 'GeoTIFF, BigTIFF, COG',
    endings: ['tif', 'tiff'],
    read: '8 to 64 bits, strips and tiles, overviews, masks, alpha; none, Deflate, LZW, ZSTD, LERC, PackBits, JPEG',
    library: 'geotiff, fzstd',
    limits:
      'no JPEG 2000, LZMA, WebP or JPEG XL inside, no complex numbers; no ground control points alone, so no Sentinel-1 GRD as delivered: its pixels lie on no regular grid of a map, so it is refused with the steps that calibrate and terrain-correct it in SNAP',
    test: 'test/io/read/gdal-matrix.test.ts',
  },
  {
    format: 'JPEG 2000',
    endings: ['jp2', 'j2k', 'jpx', 'j2c', 'jpc', 'jpf'],
    read: 'tile by tile at the resolution that is asked for; 8 and 16 bits, signed, several components; GeoJP2 and GMLJP2',
    library: '@cornerstonejs/codec-openjpeg',
    limits: 'a tile of more than 256 MB decoded; components of unlike size',
    test: 'test/io/read/jp2.test.ts',
  },
  {
    format: 'HDF5, NetCDF-4',
    endings: ['h5', 'hdf5', 'he5', 'hdf', 'nc4'],
    read: 'grids by the CF conventions and HDF-EOS5, several variables and dates a file, window by window',
    library: 'h5wasm',
    limits: 'regular grids alone; HDF4 is refused with the command that converts it',
    test: 'test/io/read/cf.test.ts',
  },
  {
    format: 'NetCDF-3',
    endings: ['nc', 'nc3', 'cdf'],
    read: 'classic, 64-bit offset and 64-bit data files by the CF conventions, window by window; `.nc` of NetCDF-4 too, told by its bytes',
    library: 'ours',
    limits: 'regular grids alone',
    test: 'test/io/read/cf.test.ts',
  },
  {
    format: 'ENVI',
    endings: ['hdr', 'img', 'bsq', 'bil', 'bip'],
    read: 'the header and the pixels beside it: bsq, bil and bip, integers of 8 to 32 bits and floats, either byte order; map info and coordinate system string',
    library: 'ours',
    limits:
      'both files together; no complex numbers, 64-bit integers, compression or turned grids; `.dat`, `.raw`, `.bin` and files without ending when dropped or in a zip, not out of a tar',
    test: 'test/io/read/envi.test.ts',
  },
  {
    format: 'VRT',
    endings: ['vrt'],
    read: 'mosaics and stacks of files of any format above that are given along, found by relative path: simple and complex sources with offset, ratio and nodata, later over earlier; where no source lies there is no data',
    library: 'saxes',
    limits:
      'all members together; sources of another pixel size by nearest neighbour alone; no warped, pansharpened or derived bands, tables, absolute paths; a VRT in a VRT three deep',
    test: 'test/io/read/vrt.test.ts',
  },
  {
    format: 'GeoJSON',
    endings: ['geojson', 'json', 'ndjson', 'jsonl', 'geojsonl', 'geojsons'],
    read: 'longitude and latitude on WGS 84, as one text or a feature a line; numbers, dates and known codes of the properties',
    library: 'ours',
    limits: '64 MB, 200,000 features',
    test: 'test/io/read/read-geojson.test.ts',
  },
  {
    format: 'Shapefile',
    endings: ['shp'],
    read: 'points, lines and polygons by the .prj beside it, with numbers, dates and known codes of the .dbf; active fires of FIRMS as detections; loose files or zipped',
    library: 'shpjs',
    limits:
      '64 MB a file, 200,000 features; a .prj with an EPSG code or the name of a zone of UTM or of a system near WGS 84',
    test: 'test/io/read/vector/vector-files.test.ts',
  },
  {
    format: 'KML, KMZ',
    endings: ['kml', 'kmz'],
    read: 'points, lines and polygons of placemarks, each part of a MultiGeometry, with extended data and time',
    library: 'saxes, @zip.js/zip.js',
    limits: '64 MB, 200,000 features; no names, descriptions, styles, tracks, overlays or network links',
    test: 'test/io/read/vector/vector-files.test.ts',
  },
  {
    format: 'Tables',
    endings: ['csv', 'tsv'],
    read: 'numbers, dates and known codes by column; coordinates make points; FIRMS detections',
    library: 'ours',
    limits: '64 MB, UTF-8',
    test: 'test/io/read/tables.test.ts',
  },
  {
    format: 'GPX',
    endings: ['gpx'],
    read: 'way points and tracks with their times',
    library: 'ours',
    limits: '64 MB',
    test: 'test/io/read/tables.test.ts',
  },
  {
    format: 'Zip',
    endings: ['zip'],
    read: 'stored and Deflate, Zip64, checksums; archives in it one deep; of SAFE products bands and metadata alone',
    library: '@zip.js/zip.js',
    limits: 'no password, no other packing, no path that leads out, no growth as of a bomb',
    test: 'test/io/read/zip/zip.test.ts',
  },
  {
    format: 'Tar, tar.gz, gzip',
    endings: ['tar', 'tgz', 'gz'],
    read: 'ustar, GNU and pax, streamed once; one file in gzip',
    library: 'ours, DecompressionStream',
    limits: 'links and devices are left; no growth as of a bomb',
    test: 'test/io/read/tar.test.ts',
  },
  {
    format: 'Metadata of Landsat',
    endings: ['_MTL.txt', '_MTL.json', '_MTL.xml'],
    read: 'sun, reflectance factors, thermal constants, cloud; Collection 1 and 2',
    library: 'saxes',
    limits: '1 MB; a document type in the XML is refused',
    test: 'test/sensing/names/mtl.test.ts',
  },
  {
    format: 'Metadata of Sentinel-2',
    endings: ['MTD_MSIL1C.xml', 'MTD_MSIL2A.xml', 'MTD_TL.xml'],
    read: 'offset of each band, quantification, sun, cloud',
    library: 'ours',
    limits: '1 MB; by pattern, no entity is resolved',
    test: 'test/sensing/recognise.test.ts',
  },
]

/** docs/formats.md. */
export function formatReference(rows: readonly FormatRow[] = FORMAT_ROWS): string {
  const lines = rows.map(
    ({ format, endings, read, library, limits, test }) =>
      `| ${format} | ${endings.map((ending) => `\`${ending}\``).join(' ')} | ${read} | ${library} | ${limits} | [test](../${test}) |`,
  )
  return [
    '# Files that are read',
    '',
    'Written by `npm run docs`. Each library is fetched when the first such file comes; all of them are kept for use offline. What a file is is told by its',
    'first bytes, and by its name where texts have none. Anything else is refused by name, with what was found, what is needed and what to do.',
    '',
    '| format | endings | what is read | library | limits | test |',
    '| --- | --- | --- | --- | --- | --- |',
    ...lines,
    '',
  ].join('\n')
}
