import { count as counted } from '../count.ts'
import { colours } from './layers-colours.ts'
import { scene } from './layers-scene.ts'

/** Words of src/ui/layers. */
export const layers = {
  panel: {
    name: 'Data and layers',
    title: 'Satellite scenes in, grounded answers out',
    drop: 'Drop GeoTIFF or JPEG 2000 files, whole folders, zips or tars anywhere on this page: Sentinel-2 products as they come, Landsat bundles with their MTL file, HLS, or layers of MODIS; with them vectors (GeoJSON, shapefiles, KML) and tables (CSV, GPX).',
    stays: 'They are read on this machine and never leave it.',
    isNew: 'New to it?',
    lesson: 'Open a lesson',
    lessonBrings: ': it brings its own scenes.',
    stop: 'Stop',
    ask: 'Ask about this data',
    skip: 'Skip to the map layers',
    tables: 'Tables',
  },
  loaders: {
    files: 'Files',
    folder: 'Folder',
    sample: 'Load the sample',
    secondSample: 'Load a second sample',
    filesToLoad: 'Files to load',
    folderToLoad: 'Folder to load',
  },
  drop: { load: 'Drop to load', cannot: 'This tab cannot load data' },
  work: {
    reading: 'Reading files',
    sample: 'Loading the sample',
    making: 'Making the scene',
    writing: 'Writing the file',
  },
  problems: {
    list: 'Files that were not taken',
    found: 'Found',
    needed: 'Needed',
    todo: 'To do',
    dismiss: (file: string) => `Dismiss: ${file}`,
    dismissAll: 'Dismiss all',
    aside: (count: number) => `${counted(count, 'file was', 'files were')} not needed and left aside`,
    which: 'Which ones, and why',
    advice: {
      unsupported_file: {
        needed:
          'A GeoTIFF (plain, or packed with Deflate, LZW, Zstandard, LERC, PackBits or JPEG), JPEG 2000, NetCDF, HDF5, ENVI, VRT, GeoJSON, a shapefile with its .prj, KML, CSV or GPX.',
        todo: 'Convert it, with QGIS or “gdal_translate -of COG”, and drop the new file.',
      },
      read_failed: {
        needed: 'The whole file, as it was published.',
        todo: 'Get it anew, compare its size with the source, and drop it again.',
      },
      limit_reached: {
        needed: 'A smaller file.',
        todo: 'Cut out the part that is needed, and drop that.',
      },
      storage_full: {
        needed: 'Room in the storage that the browser gives this page.',
        todo: 'Remove layers that are no longer needed, or free space on the disk; then drop it again.',
      },
      store_failed: {
        needed: 'Leave to store files in this browser.',
        todo: 'Open the page in an ordinary window, not a private one, and allow it to store data.',
      },
    },
  },
  list: {
    title: 'Map layers',
    topFirst: '(top first)',
    removeAll: 'Remove all results',
    removeAllTitle: 'Remove all results?',
    removeRunTitle: 'Remove the results of this run?',
    remove: 'Remove',
    layersGo: (count: number) =>
      `${counted(count, 'layer goes', 'layers go')}. Your own files, the answers and the memory stay.`,
    again: 'They can be made again by asking again.',
  },
  unfinished: 'Run not finished',
  run: {
    others: 'Results of other runs',
    results: (name: string) => `Results: ${name}`,
    layers: (count: number) => counted(count, 'layer', 'layers'),
    shown: (count: number) => `, ${count} shown`,
    removeOf: (name: string) => `Remove the results of: ${name}`,
    remove: 'Remove',
  },
  row: {
    visible: (title: string) => `Visible: ${title}`,
    zoom: (title: string) => `Zoom to it: ${title}`,
    opacity: 'Opacity',
    of: (title: string) => ` of ${title}`,
    up: (title: string) => `Move up: ${title}`,
    down: (title: string) => `Move down: ${title}`,
    remove: 'Remove',
    saveAs: 'Save as',
    formatOf: (title: string) => ` (format of ${title})`,
    save: 'Save',
    madeBy: 'Made by',
    removeTitle: 'Remove this layer?',
    again: 'It can be made again by asking again.',
    filesStay: 'Your own files stay where they are.',
    formats: { geotiff: 'GeoTIFF', png: 'Picture (PNG)', geojson: 'GeoJSON', csv: 'Table (CSV)' },
  },
  table: {
    size: (rows: number, columns: number) =>
      `${counted(rows, 'row', 'rows')}, ${counted(columns, 'column', 'columns')}`,
    save: 'Save as CSV',
    remove: 'Remove',
    removeTitle: 'Remove this table?',
    rowsOf: (title: string) => `Rows of ${title}`,
    first: (shown: number, total: number) => `The first ${shown} of ${total} rows`,
    all: 'All rows',
  },
  legend: {
    name: 'Legend',
    rgb: (bands: string) => `Red, green, blue: ${bands}`,
  },
  scene,
  colours,
}
