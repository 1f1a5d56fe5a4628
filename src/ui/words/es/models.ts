import type { models as english } from '../en/models.ts'

export const models: typeof english = {
  view: 'Modelos',
  title: 'Modelos',
  lead: 'GeoForge funciona sin un modelo de lenguaje. El que usted traiga funciona en este equipo; nada de sus datos sale de él.',
  readingList: 'Leyendo la lista de archivos…',
  looking: 'Consultando este equipo…',
  machine: 'Este equipo',
  here: 'En este equipo',
  toGet: 'Modelos de lenguaje disponibles',
  toGetNote:
    'En nuestras pruebas el planificador solo acertó 16 de 16 tareas breves, y otras tantas con un modelo pequeño a su lado. Los mayores no se han medido.',
  byMeaning: 'Para comparar por significado',
  byMeaningNote:
    'Encuentra lo aprendido para preguntas con otras palabras. Una vez aquí, se usa desde la siguiente pregunta.',
  unable: (count, one) =>
    one
      ? `${count} modelo que no puede funcionar aquí, y por qué`
      : `${count} modelos que no pueden funcionar aquí, y por qué`,
  elsewhere: 'En la página conectada se ofrecen otras direcciones y un servidor de modelos.',
  whatChanges: '¿Qué cambia allí?',
  use: {
    legend: 'Quién deduce los pasos',
    planner: 'Solo el planificador',
    plannerAbout:
      'Sin modelo de lenguaje: las preguntas se responden con planes y con lo aprendido. Siempre disponible, y rápido.',
    notMeasured: 'Todavía no medido en este equipo.',
    browser: 'El modelo propio del navegador',
    browserAbout: 'Funciona en este equipo, en el navegador.',
    server: (model) => `${model} en un servidor`,
    serverAbout: (url) =>
      `Las preguntas y datos generales sobre sus capas salen de esta página hacia ${url}.`,
  },
  thinking: {
    loading: 'Cargando el modelo de lenguaje',
    stop: 'Detener',
    failed: [
      'El modelo de lenguaje',
      'no se pudo usar.',
      'El planificador responde solo hasta que se cargue.',
    ],
    again: 'Intentar de nuevo',
    loaded: (runsOn, tokens) => `Cargado: funciona en ${runsOn} y lee hasta ${tokens} tokens.`,
    tooSmall:
      ' Es demasiado pequeño para elegir mejor que el planificador, que decide solo: un modelo mayor sí opina.',
  },
  card: {
    suits: 'conviene a este equipo',
    used: 'en uso',
    runs: 'funcionará',
    slow: 'funciona despacio',
    cannot: 'no puede funcionar',
    noHash:
      'Quien lo publica no dio ningún resumen (hash): GeoForge nota si cambia, no si llegó sin cambios.',
    fetching: 'Descargando',
    checking: 'Comprobando',
    importing: 'Importando',
    paused: 'en pausa',
    work: (title, what) => `${title}: ${what}`,
    bytes: (done, total) => `${done} de ${total}`,
    doing: (what, done) => `${what}: ${done}`,
    pausedAt: (done) => `En pausa en ${done}`,
    pause: 'Pausar',
    stop: 'Detener',
    fromSite: 'Obtenerlo de este sitio…',
    download: 'Descargar…',
    resume: 'Reanudar',
    check: 'Comprobar los archivos',
    cancel: 'Cancelar…',
    delete: 'Eliminar…',
  },
  facts: {
    sizeUnknown: 'tamaño desconocido',
    about: (size) => `unos ${size}`,
    memory: (size) => `${size} de memoria`,
    tokens: (count) => `${count} tokens`,
    engines: {
      webllm: 'en el procesador gráfico, con WebLLM',
      transformers: 'con transformers.js',
      wllama: 'en el procesador, con llama.cpp',
    },
    licenceUnknown: 'licencia desconocida',
    from: (origin) => `de ${origin}`,
    writes: (rate) => `escribe ${rate} tokens por segundo aquí`,
    writesAndReads: (written, read) => `escribe ${written} tokens por segundo aquí y lee ${read}`,
  },
  disk: {
    title: 'Desde un disco o una memoria USB',
    about: [
      'Un archivo GGUF (si está dividido, todas sus partes a la vez) o la carpeta de un modelo: como la disponen transformers.js o MLC, o como la deja',
      'en el disco. Qué es se lee de su contenido.',
    ],
    command: 'npm run models',
    progress: 'Importando el modelo',
    importing: (done) => `Importando: ${done}`,
    stop: 'Detener',
    file: 'Elegir un archivo…',
    folder: 'Elegir una carpeta…',
    fileLabel: 'Archivo del modelo',
    folderLabel: 'Carpeta del modelo',
  },
  hosts: {
    address: 'Desde otra dirección',
    addressLabel: 'Dirección de un archivo GGUF, o de la carpeta de un modelo con manifiesto',
    addressExample: 'https://',
    look: 'Examinarla…',
    server: 'Un servidor de modelos',
    serverAbout:
      'Un servidor que hable la forma de OpenAI, como Ollama, LM Studio o llama.cpp en este equipo. Lo que usted pregunta y datos generales sobre sus capas salen de esta página hacia él.',
    at: (model, url) => `${model} en ${url}`,
    forgetServer: 'Olvidar este servidor',
    serverAddress: 'Dirección del servidor',
    serverModel: 'Nombre del modelo allí',
    serverExample: 'http://localhost:11434/v1',
    allowAndKeep: 'Permitir y guardar…',
    allowed: 'Servidores que usted permitió',
    forwards: (hosts) => `y donde guarda los archivos grandes (${hosts})`,
    forbid: 'Prohibir',
    forbidHost: (host) => `Prohibir ${host}`,
  },
  questions: {
    leave: '¿Abrir la página conectada?',
    leaveAction: 'Abrir la página conectada',
    leaveWhat:
      'Esta página está sellada: su política solo le deja hablar con el sitio del que vino. La página conectada es el mismo GeoForge sobre los mismos datos y la misma memoria. Allí se puede descargar de los servidores que usted permita, uno por uno.',
    leaveWorkers:
      'Sus hilos de trabajo, que leen sus archivos, siguen sellados. La palabra «Conectada», arriba, trae de vuelta en cualquier momento.',
    allow: (hosts) => `¿Permitir ${hosts}?`,
    allowAction: 'Permitir',
    allowWhat: (one) =>
      `La página pedirá archivos a ${one ? 'este servidor' : 'estos servidores'}. El servidor ve su dirección de red y lo que se pide; no van cookies ni nada de sus datos, salvo que elija un servidor de modelos.`,
    allowForwards: (host, others) =>
      `${host} guarda los archivos grandes en servidores propios (${others}), que se permiten con él.`,
    allowUntil: 'Queda permitido hasta que usted lo prohíba en esta vista.',
    get: (title) => `¿Obtener ${title}?`,
    getIt: 'Obtenerlo',
    getBytes: (size) => `Obtener ${size}`,
    plan: (count, one, origin, state, licence) =>
      `${count} ${one ? 'archivo' : 'archivos'} de ${origin}${state === null ? '' : `, estado ${state}`}. Licencia: ${licence ?? 'no indicada'}.`,
    allHashes: 'Cada archivo se compara con el resumen (hash) que lista quien lo publica.',
    noHashes: (count, one) =>
      `Para ${count} ${one ? 'archivo' : 'archivos'} no hay resumen publicado: GeoForge guarda el de la primera copia.`,
    files: 'Archivos',
    delete: (title) => `¿Eliminar ${title}?`,
    deleteAction: 'Eliminarlo',
    freed: (size) => `Se liberan ${size}. Las ejecuciones que lo usaron quedan como están.`,
  },
  told: {
    imported: (title) => `Se importó ${title}.`,
    whole: (title) => `Todos los archivos de ${title} son los que se guardaron.`,
    damaged: (title, files, one, fetchable) =>
      `${title}: ${files} ${one ? 'está dañado y no se usará' : 'están dañados y no se usarán'}. ${
        fetchable ? '«Reanudar» descarga lo dañado y nada más.' : 'Importe el modelo de nuevo.'
      }`,
    deleted: (title) => `Se eliminó ${title}.`,
    fetched: (title) => `${title} está aquí, entero y comprobado.`,
  },
}
