import { count } from '../count.ts'
import type { entries as english } from '../en/memory-entries.ts'

export const entries: typeof english = {
  kinds: {
    skills: {
      one: 'procedimiento',
      many: 'procedimientos',
      added: 'añadido',
      removed: 'eliminado',
      changed: 'cambiado',
    },
    workflows: {
      one: 'flujo de trabajo',
      many: 'flujos de trabajo',
      added: 'añadido',
      removed: 'eliminado',
      changed: 'cambiado',
    },
    experiences: {
      one: 'experiencia',
      many: 'experiencias',
      added: 'añadida',
      removed: 'eliminada',
      changed: 'cambiada',
    },
    edges: {
      one: 'transición',
      many: 'transiciones',
      added: 'añadida',
      removed: 'eliminada',
      changed: 'cambiada',
    },
  },
  origins: {
    seed: { label: 'vino con la aplicación', option: 'Vino con la aplicación' },
    learned: { label: 'aprendido', option: 'Aprendido' },
    imported: { label: 'importado', option: 'Importado' },
    hand: { label: 'hecho a mano', option: 'Hecho a mano' },
  },
  states: {
    active: { label: 'en uso', option: 'En uso', meaning: 'Las ejecuciones lo siguen.' },
    candidate: {
      label: 'a prueba',
      option: 'A prueba',
      meaning:
        'Las ejecuciones pueden seguirlo, por detrás de los que están en uso con igual puntuación. Pasa a estar en uso por decisión de usted o cuando demuestra su valor.',
    },
    quarantined: {
      label: 'en cuarentena',
      option: 'En cuarentena',
      meaning: 'Ninguna ejecución lo ve hasta que usted lo apruebe.',
    },
  },
  activation: {
    active: (because) => `En uso, porque ${because}.`,
    seed: 'vino con la aplicación',
    approval: (time) => `usted lo aprobó, ${time}`,
    thumbUp: (time) => `una ejecución recibió un pulgar arriba, ${time}`,
    proven: (runs, time) =>
      `${count(runs, 'ejecución posterior', 'ejecuciones posteriores')} con otros datos ${runs === 1 ? 'salió' : 'salieron'} bien con él, ${time}`,
  },
  entry: {
    version: (origin, version) => `${origin}, versión ${version}`,
    pinned: 'fijado',
    usage: (uses, helped, hurt) => `${count(uses, 'uso', 'usos')}, ayudó en ${helped}, perjudicó en ${hurt}`,
    state: 'Estado',
    use: 'Uso',
    notUsed: 'Aún no se ha usado.',
    used: (uses, helped, hurt) =>
      `${count(uses, 'ejecución lo usó', 'ejecuciones lo usaron')}; ayudó en ${helped} y perjudicó en ${hurt}.`,
    lastUsed: (time) => `Último uso: ${time}.`,
    stored: 'Guardado',
    from: 'Procede de',
  },
  content: {
    steps: 'Pasos',
    toKnow: 'Conviene saber',
    rules: 'Reglas',
    outcomes: (well, wrong) =>
      `${count(well, 'ejecución salió bien', 'ejecuciones salieron bien')}, ${wrong} mal.`,
    data: (kinds) => `Datos: ${kinds}.`,
    any: 'cualesquiera',
    dates: { one: 'una fecha', two: 'dos fechas', many: 'muchas fechas' },
    parameters: (names) => `Parámetros: ${names}`,
    seen: (times) => `Visto ${count(times, 'vez', 'veces')}.`,
  },
  list: {
    usesTool: 'Los que usan',
    showAll: 'Mostrar todo',
    found: (found, one, many) => `Resultados: ${count(found, one, many)}`,
    noneFits: 'Ninguno coincide. Quite una palabra o un filtro.',
    nothingYet: 'Aquí aún no hay nada guardado.',
    nothingThen: 'Aquí no había nada guardado en ese momento.',
    comes: {
      skills:
        'Un procedimiento se aprende cuando varias ejecuciones de un mismo tipo han pasado el filtro; los que vinieron con la aplicación se recuperan con un restablecimiento.',
      workflows:
        'La primera pregunta respondida cuya ejecución pase el filtro dejará aquí su secuencia de herramientas.',
      experiences:
        'Cuando una herramienta falla en una ejecución y otra llamada lo arregla, aquí se guarda qué se vio y qué ayudó.',
    },
  },
  filter: {
    search: (many) => `Buscar ${many}`,
    state: 'Estado',
    anyState: 'Cualquier estado',
    pinned: 'Fijado',
    origin: 'Origen',
    anyOrigin: 'Cualquier origen',
    order: 'Orden',
    newest: 'Los más recientes primero',
    mostUsed: 'Los más usados primero',
    mostHurt: 'Los más perjudiciales primero',
  },
  actions: {
    change: (title) => `Cambiar ${title}`,
    approve: 'Aprobar',
    approveEntry: (title) => `Aprobar ${title}`,
    pin: 'Fijar',
    pinEntry: (title) => `Fijar ${title}: conservar pase lo que pase`,
    edit: 'Editar…',
    editEntry: (title) => `Editar ${title}`,
    retire: 'Retirar',
    retireEntry: (title) => `Retirar ${title}`,
    eraseRun: 'Borrar su ejecución…',
    eraseRunOf: (title) => `Borrar su ejecución, de la que salió ${title}`,
  },
  edit: {
    title: 'Editar esta entrada',
    save: 'Guardar',
    hint: 'No escriba respuestas, nombres de archivo ni direcciones: la misma comprobación que pasan las ejecuciones los rechaza.',
    lines: '(uno por línea)',
    fields: {
      title: 'Título',
      when: 'Cuándo se aplica',
      toKnow: 'Conviene saber',
      rules: 'Reglas',
      description: 'Descripción',
      parameters: 'Parámetros',
      cautions: 'Precauciones',
      seen: 'Qué se vio',
      instead: 'Qué hacer en su lugar',
    },
  },
  gone: {
    left: 'ya no está en la memoria. Lo que fue figura en el diario.',
    nothing: 'Esa entrada ya no está en la memoria, y el diario no conserva nada de ella.',
    unread: 'No se pudo leer su historia; abra de nuevo la vista de la memoria.',
  },
  provenance: {
    elsewhere: 'una ejecución de otro perfil, o una que se eliminó',
    on: 'con',
    made: 'produjo',
    notLoaded: (layers) =>
      `${count(layers, 'capa', 'capas')} de sus datos no ${layers === 1 ? 'está cargada' : 'están cargadas'} ahora`,
    more: (runs) => count(runs, 'ejecución más', 'ejecuciones más'),
  },
  contradictions: {
    unread: 'No se pudieron buscar contradicciones; abra de nuevo la vista de la memoria.',
    told: (triggers) =>
      `${count(triggers, 'situación tiene', 'situaciones tienen')} correcciones que se contradicen, ninguna mejor respaldada. Retire la equivocada o fije la correcta.`,
    about: (tool) => `Contradicción sobre ${tool}`,
    support: (times, helped, hurt) =>
      `vista ${count(times, 'vez', 'veces')}, ayudó en ${helped}, perjudicó en ${hurt}`,
    pinned: ', fijada',
    retire: (correction) => `Retirar: ${correction}`,
    pages: 'las contradicciones',
  },
}
