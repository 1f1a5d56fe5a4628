import type { start as english } from '../en/start.ts'

export const start: typeof english = {
  view: 'Inicio',
  title: 'Pregunte a las imágenes de satélite y vea cómo se midió cada cifra',
  lead: 'GeoForge es un analista de observación de la Tierra dentro de esta pestaña del navegador. Lee escenas de satélite, deduce los pasos hasta la respuesta, los ejecuta en este equipo y muestra de dónde sale cada cifra. Recuerda lo que funcionó, y cada uno de esos recuerdos se puede ver, juzgar y deshacer.',
  sealed:
    'Sus archivos y preguntas se quedan en esta pestaña: la página habla con el sitio del que vino y con nadie más.',
  connected:
    'Esta es la página conectada: puede hablar con los servidores que usted permita. Sus archivos se quedan en esta pestaña.',
  privacy: 'Cómo comprobarlo',
  doors: 'Tres formas de empezar',
  sample: {
    title: 'Probar el ejemplo',
    text: 'Tres fechas de una escena Sentinel-2 creada para GeoForge, con un incendio cuya superficie real se conoce. 4 MB, ya en este sitio.',
    action: 'Cargar el ejemplo',
  },
  data: {
    title: 'Traer sus datos',
    text: 'Suelte archivos, carpetas enteras, zips o tars en cualquier parte de esta página, tal como los entregan los portales: Sentinel-2, Landsat, HLS, MODIS, cualquier GeoTIFF; y también GeoJSON, shapefiles, KML, CSV y GPX. Se leen aquí.',
    files: 'Archivos…',
    folder: 'Carpeta…',
    filesLabel: 'Archivos que abrir',
    folderLabel: 'Carpeta que abrir',
  },
  lesson: {
    title: 'Abrir una lección',
    text: 'Para una clase de 90 minutos cada una, desde bandas e índices hasta cómo aprende el agente. Cada una crea sus propias escenas y comprueba las respuestas.',
    action: 'Ver las lecciones',
  },
  onlyLooks: 'Los datos se cargan en la pestaña que se abrió primero.',
  model: {
    title: 'No hace falta un modelo de lenguaje',
    text: 'Los planes y lo aprendido responden por sí solos. Se puede añadir un modelo en cualquier momento, desde un disco o con una descarga que usted inicia; funciona en este navegador.',
    small: 'Uno pequeño, SmolLM2-135M',
    smallSize: 'unos 145 MB',
    smallGain:
      'No aporta nada que hayamos podido medir: de 16 tareas breves, el planificador acertó 16 con él o sin él; el modelo solo acertó 10.',
    large: 'Uno mayor, hasta Qwen3-4B',
    largeSize: 'de 0.2 a 2.3 GB',
    largeGain: 'Opina donde ningún plan encaja. Cuánto aporta no lo hemos medido.',
    meaning: 'Para comparar por significado, MiniLM',
    meaningSize: '24 MB',
    meaningGain:
      'Encuentra lo aprendido para preguntas con otras palabras. Puso la herramienta correcta entre las cinco primeras en el 97 % de los casos en vez del 96 %, y no hizo correcta ninguna respuesta más.',
    action: 'Ver los modelos',
    size: 'Descarga',
  },
  machineTitle: 'Lo que puede hacer este equipo',
  asking: 'Consultando este equipo…',
  machine: {
    graphics: 'Procesador gráfico',
    noGraphics: 'ninguno que ofrezca el navegador (sin WebGPU)',
    noGraphicsMeans:
      'Los mapas y las mediciones no lo necesitan. Los modelos de lenguaje funcionan en el procesador, más despacio.',
    adapter: (name, f16, software) =>
      `${name}, ${f16 ? 'aritmética de 16 bits' : 'sin aritmética de 16 bits'}${software ? '; imitado por software, así que lento' : ''}`,
    graphicsMeans:
      'Las operaciones entre bandas lo usan donde es claramente más rápido, y los modelos de lenguaje funcionan en él.',
    softwareMeans: 'No se usa: el propio procesador es más rápido.',
    memory: 'Memoria',
    untold: 'el navegador no lo dice',
    gigabytes: (size) => `${size} GB o más, según el navegador`,
    memoryMeans:
      'Las escenas se leen por partes, así que cabe una tesela completa. Limita el tamaño de un modelo de lenguaje.',
    processor: 'Procesador',
    cores: (count, together) =>
      `${count} ${count === 1 ? 'núcleo' : 'núcleos'}, ${together ? 'que pueden trabajar juntos en un modelo' : 'de los que un modelo puede usar uno: la página no está aislada'}`,
    isolatedMeans:
      'Las teselas se descodifican en varios núcleos a la vez; los hilos pueden compartir memoria.',
    notIsolatedMeans:
      'La página no está aislada de otras, así que los hilos no pueden compartir memoria. Todo lo demás funciona; recargar tras la primera visita suele arreglarlo.',
    storage: 'Almacenamiento',
    used: (used, quota) => `${used} usados de los ${quota} que el navegador deja a esta página`,
    storageMeans: 'Aquí se copian escenas, resultados y modelos, para que sigan tras recargar.',
    kept: 'Lo guardado',
    persisted: 'se conserva hasta que usted lo borre',
    notPersisted: 'se conserva mientras el navegador tenga sitio',
    keptRecords: 'quedan los registros, no los archivos',
    keptNothing: 'nada sobrevive a esta visita',
    keptLessMeans:
      'El navegador ofrece a esta página menos de lo que podría. Una ventana normal con permiso para guardar datos lo conserva todo.',
    persistedMeans: 'El navegador ha prometido no borrarlo por su cuenta.',
    notPersistedMeans:
      'Puede borrarlo si el disco se llena. En los ajustes se le puede pedir que prometa no hacerlo.',
    offline: 'Sin red',
    offlineReady: 'lista',
    offlineNot: 'todavía no',
    offlineReadyMeans: 'Toda la aplicación está guardada en este navegador y se abre sin red.',
    offlineNotMeans:
      'La aplicación se guarda en segundo plano en la primera visita por HTTPS o localhost; hasta entonces necesita su sitio.',
    browserModel: 'Modelo propio del navegador',
    browserModelIs: { ready: 'listo', 'to-fetch': 'se ofrece, sin descargar', none: 'ninguno' },
    browserModelMeans: {
      ready: 'Se puede elegir arriba.',
      'to-fetch': 'El navegador lo descarga la primera vez que se le pide.',
      none: 'Este navegador no trae ningún modelo de lenguaje propio.',
    },
  },
}
