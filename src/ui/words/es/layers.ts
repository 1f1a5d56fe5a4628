import { count as counted } from '../count.ts'
import type { layers as english } from '../en/layers.ts'
import { colours } from './layers-colours.ts'
import { scene } from './layers-scene.ts'

export const layers: typeof english = {
  panel: {
    name: 'Datos y capas',
    title: 'Entran escenas de satélite, salen respuestas con fundamento',
    drop: 'Suelte archivos GeoTIFF o JPEG 2000, carpetas enteras, zips o tars en cualquier parte de esta página: productos de Sentinel-2 tal como llegan, paquetes de Landsat con su archivo MTL, HLS o capas de MODIS; con ellos, vectores (GeoJSON, shapefiles, KML) y tablas (CSV, GPX).',
    stays: 'Se leen en esta máquina y nunca salen de ella.',
    isNew: '¿Primera vez?',
    lesson: 'Abra una lección',
    lessonBrings: ': trae sus propias escenas.',
    stop: 'Detener',
    ask: 'Preguntar sobre estos datos',
    skip: 'Ir a las capas del mapa',
    tables: 'Tablas',
  },
  loaders: {
    files: 'Archivos',
    folder: 'Carpeta',
    sample: 'Cargar el ejemplo',
    secondSample: 'Segundo ejemplo',
    filesToLoad: 'Archivos que se cargan',
    folderToLoad: 'Carpeta que se carga',
  },
  drop: { load: 'Suelte para cargar', cannot: 'Esta pestaña no puede cargar datos' },
  work: {
    reading: 'Leyendo archivos',
    sample: 'Cargando el ejemplo',
    making: 'Creando la escena',
    writing: 'Escribiendo el archivo',
  },
  problems: {
    list: 'Archivos que no se tomaron',
    found: 'Hallado',
    needed: 'Hace falta',
    todo: 'Qué hacer',
    dismiss: (file) => `Descartar: ${file}`,
    dismissAll: 'Descartar todos',
    aside: (count) =>
      `${counted(count, 'archivo no hacía falta y se dejó', 'archivos no hacían falta y se dejaron')} a un lado`,
    which: 'Cuáles y por qué',
    advice: {
      unsupported_file: {
        needed:
          'Un GeoTIFF (sin comprimir o con Deflate, LZW, Zstandard, LERC, PackBits o JPEG), JPEG 2000, NetCDF, HDF5, ENVI, VRT, GeoJSON, un shapefile con su .prj, KML, CSV o GPX.',
        todo: 'Conviértalo, con QGIS o «gdal_translate -of COG», y suelte el archivo nuevo.',
      },
      read_failed: {
        needed: 'El archivo entero, tal como se publicó.',
        todo: 'Descárguelo de nuevo, compare su tamaño con el de origen y suéltelo otra vez.',
      },
      limit_reached: {
        needed: 'Un archivo más pequeño.',
        todo: 'Recorte la parte necesaria y suelte esa.',
      },
      storage_full: {
        needed: 'Espacio en el almacenamiento que el navegador da a esta página.',
        todo: 'Quite capas que ya no necesite o libere espacio en el disco; después suéltelo otra vez.',
      },
      store_failed: {
        needed: 'Permiso para guardar archivos en este navegador.',
        todo: 'Abra la página en una ventana normal, no privada, y permítale guardar datos.',
      },
    },
  },
  list: {
    title: 'Capas del mapa',
    topFirst: '(la de arriba primero)',
    removeAll: 'Quitar todos los resultados',
    removeAllTitle: '¿Quitar todos los resultados?',
    removeRunTitle: '¿Quitar los resultados de esta ejecución?',
    remove: 'Quitar',
    layersGo: (count) =>
      `${counted(count, 'capa se quita', 'capas se quitan')}. Sus archivos, las respuestas y la memoria se quedan.`,
    again: 'Se pueden volver a hacer preguntando otra vez.',
  },
  unfinished: 'Ejecución inacabada',
  run: {
    others: 'Resultados de otras ejecuciones',
    results: (name) => `Resultados: ${name}`,
    layers: (count) => counted(count, 'capa', 'capas'),
    shown: (count) => `, ${count} a la vista`,
    removeOf: (name) => `Quitar los resultados de: ${name}`,
    remove: 'Quitar',
  },
  row: {
    visible: (title) => `Visible: ${title}`,
    zoom: (title) => `Acercar a: ${title}`,
    opacity: 'Opacidad',
    of: (title) => ` de ${title}`,
    up: (title) => `Subir: ${title}`,
    down: (title) => `Bajar: ${title}`,
    remove: 'Quitar',
    saveAs: 'Guardar como',
    formatOf: (title) => ` (formato de ${title})`,
    save: 'Guardar',
    madeBy: 'Hecha por',
    removeTitle: '¿Quitar esta capa?',
    again: 'Se puede volver a hacer preguntando otra vez.',
    filesStay: 'Sus archivos se quedan donde están.',
    formats: { geotiff: 'GeoTIFF', png: 'Imagen (PNG)', geojson: 'GeoJSON', csv: 'Tabla (CSV)' },
  },
  table: {
    size: (rows, columns) => `${counted(rows, 'fila', 'filas')}, ${counted(columns, 'columna', 'columnas')}`,
    save: 'Guardar como CSV',
    remove: 'Quitar',
    removeTitle: '¿Quitar esta tabla?',
    rowsOf: (title) => `Filas de ${title}`,
    first: (shown, total) => `Las primeras ${shown} de ${total} filas`,
    all: 'Todas las filas',
  },
  legend: {
    name: 'Leyenda',
    rgb: (bands) => `Rojo, verde, azul: ${bands}`,
  },
  scene,
  colours,
}
