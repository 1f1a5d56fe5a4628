import { count } from '../count.ts'
import type { chat as english } from '../en/chat.ts'
import { charts } from './chat-charts.ts'
import { exports } from './chat-export.ts'
import { runs } from './chat-runs.ts'

export const chat: typeof english = {
  charts,
  exports,
  ...runs,
  conversation: {
    label: 'Conversación',
    onlyOther: 'Solo puede preguntar la otra pestaña',
    placeholder: 'Pregunte por área, cambio, dirección, severidad… (en inglés)',
    loadFirst: 'Cargue datos y pregunte por ellos (en inglés)',
    title: 'Pregunte por los datos cargados',
    about:
      'GeoForge planifica los pasos, mide sobre los píxeles y muestra cada paso mientras trabaja. Cada cifra de una respuesta lleva al paso que la midió.',
    noData: 'Cargue primero algunos datos: están a la izquierda.',
    memoryOff: 'La memoria está desactivada: no se recuerda ni se guarda nada.',
    memoryReadOnly: 'La memoria es de solo lectura: se recuerda, pero no se guarda nada.',
    turnOn: 'Activarla',
    exportAll: 'Exportar todo',
  },
  composer: {
    question: 'Su pregunta',
    ask: 'Preguntar',
    stop: 'Detener',
    inEnglish: 'Por ahora, las preguntas se leen solo en inglés.',
    keys: 'Intro pregunta · Mayús + Intro: otra línea · ↑: ya preguntado',
    fitting: 'Preguntas que admiten los datos',
    following: 'continúa la última respuesta',
  },
  answer: {
    label: 'Respuesta',
    chosen: 'Elegida:',
    limits: 'Límites de esta respuesta',
    modelIdle: (model: string) =>
      `Se consultó un modelo de lenguaje (${model}) y no cambió nada: los pasos son los de reglas fijas y de la memoria. Todas las cifras proceden solo de los pasos.`,
    planner: 'No se usó ningún modelo de lenguaje. El plan y la redacción siguen reglas fijas.',
    model: (model: string) =>
      `Un modelo de lenguaje${model === '' ? '' : ` (${model})`} participó en la elección de los pasos. Todas las cifras proceden solo de los pasos.`,
    fromStep: (step: number, tool: string) => `Del paso ${step}: ${tool}`,
    stepSpoken: (step: number) => ` (del paso ${step})`,
  },
  spoken: {
    right: 'Marcada como correcta',
    wrong: 'Marcada como incorrecta; se retiró el crédito',
    step: (step: number, what: string) => `Paso ${step}: ${what}`,
    both: (begun: string, isDone: boolean) => `${begun}, ${isDone ? 'hecho' : 'fallido'}`,
    done: (step: number) => `El paso ${step} está hecho`,
    failed: (step: number) => `El paso ${step} falló`,
    answer: (text: string) => `Respuesta: ${text}`,
  },
  status: {
    running: 'En curso',
    answered: 'Respondida',
    declined: 'Sin respuesta posible',
    needs_input: 'Falta un dato suyo',
    ungrounded: 'Sin respuesta fundada',
    error: 'Falló',
    stopped: 'Detenida',
  },
  statusMeans: {
    declined: 'No se da ninguna cifra, por el motivo que aquí se indica.',
    needs_input: 'Antes hay que saber algo que los datos no dicen.',
    ungrounded:
      'Los pasos se ejecutaron, pero la respuesta habría contenido cifras que ningún paso midió. Se retiene.',
    error: 'Un paso falló y no se encontró otro camino.',
    stopped: 'La ejecución se detuvo antes de tener respuesta.',
  },
  conditions: {
    'tools-used': 'Se usaron herramientas',
    'answer-valid': 'La respuesta es válida',
    'calls-within-limit': 'Llamadas dentro del límite',
    'repeats-within-limit': 'Repeticiones dentro del límite',
    'nothing-forbidden': 'Nada prohibido',
  },
  saveTool: {
    title: 'Guardar como herramienta',
    save: 'Guardar',
    name: 'Nombre con el que se pedirá',
    example: 'burned_area_check',
    hint: 'Minúsculas, cifras y _, por ejemplo lake_loss.',
    what: 'Para qué sirve (solo lo ve usted)',
    reading: 'Leyendo…',
    cannot: (why: string) => `No se puede guardar: ${why}.`,
    layerGone:
      'una capa que se dio a la ejecución se ha eliminado desde entonces; repita la pregunta y guarde esa ejecución',
  },
  correct: {
    title: '¿Qué debería haber hecho?',
    action: 'Recordarlo',
    hint: 'Será una experiencia que se mostrará a ejecuciones posteriores. No escriba respuestas, nombres de archivo ni direcciones: se rechazan.',
    step: 'Paso',
    argument: 'Argumento',
    whole: 'El paso entero',
    instead: 'Hacer esto en su lugar',
    example: 'Use un umbral de 0,1 sobre humedales.',
  },
  decisions: {
    by: (who: string, reason: string) => `por ${who}: ${reason}`,
    spoke: (step: number) => `Qué hablaba a favor de cada opción del paso ${step}`,
    option: 'Opción',
    prior: 'A priori',
    priorMeans: 'Probabilidad según la búsqueda, la memoria y las transiciones anteriores',
    evidence: 'Evidencia',
    evidenceMeans: 'Lo que la pregunta añade a la preferencia del modelo, en nats',
    usage: (weight: string, tokens: number, reused: number, written: number, time: string) =>
      `La evidencia cuenta ${weight} veces. ${count(tokens, 'token', 'tokens')} de entrada, ${reused} reutilizados; ${written} de salida; ${time}.`,
    plan: 'Pasos para los que buscar herramientas',
    arguments: 'Argumentos',
    text: 'Texto',
    byModel: (what: string) => `${what}, por el modelo:`,
    taken: 'aceptado',
    refused: (why: string) => `rechazado, ${why}`,
    tokens: (tokens: number, reused: number, written: number) =>
      `· ${count(tokens, 'token', 'tokens')} de entrada, ${reused} reutilizados; ${written} de salida`,
    whole: (tokens: number, reused: number, written: number, time: string) =>
      `En total: ${count(tokens, 'token leído', 'tokens leídos')} por el modelo de lenguaje, ${reused} de su caché, ${written} escritos, ${time}.`,
    skipped: (choices: number) =>
      `${count(choices, 'elección se hizo', 'elecciones se hicieron')} sin consultarlo: las ejecuciones anteriores no dejaban duda.`,
  },
  retrieved: {
    title: (tools: number) => `${tools} herramientas encontradas, y por qué`,
    again: (tools: number) =>
      `${tools} herramientas encontradas para los pasos que nombró el modelo de lenguaje, y por qué`,
    ranked: (tools: number) => `Solo se ordenaron las ${tools} herramientas que admiten estos datos.`,
    lookedFor: 'Se buscó:',
    list: 'Herramientas encontradas, la mejor primero',
    score: 'Con qué fuerza se encontró; compárese solo dentro de esta lista',
    sources: {
      model: 'un paso que nombró el modelo de lenguaje',
      skill: 'un paso de la habilidad recordada',
      workflow: 'un paso del flujo de trabajo recordado',
      question: 'una parte de la pregunta o lo que deja sin decir',
    },
    by: { meaning: ' por su significado', both: ' por palabras y significado' },
    of: { words: 'las palabras', meaning: 'el significado', both: 'palabras y significado' },
    forPart: (rank: number, text: string, by: string, source: string) =>
      `${rank}.ª para «${text}»${by}, ${source}`,
    forQuestion: (rank: number, of: string) => `${rank}.ª para ${of} de la pregunta entera`,
    votes: (used: number, of: number, share: string) =>
      `Usada en ${used} de ${count(of, 'pregunta anterior parecida', 'preguntas anteriores parecidas')}, ${share} de su voto`,
    after: (tool: string, times: number) =>
      `Vino justo después de ${tool} ${count(times, 'vez', 'veces')} en ejecuciones anteriores`,
    before: (tool: string, times: number) =>
      `Vino justo antes de ${tool} ${count(times, 'vez', 'veces')} en ejecuciones anteriores`,
    nothing: 'Nada habla a su favor salvo que admite los datos',
  },
}
