import { count } from '../count.ts'
import type { memory as english } from '../en/memory.ts'
import { backup } from './memory-backup.ts'
import { entries } from './memory-entries.ts'
import { graph } from './memory-graph.ts'
import { journal } from './memory-journal.ts'
import { learning } from './memory-learning.ts'

export const memory: typeof english = {
  ...entries,
  ...graph,
  ...journal,
  ...backup,
  ...learning,
  reading: 'Leyendo…',
  none: 'ninguno',
  panel: {
    region: 'Memoria',
    title: 'Lo que GeoForge recuerda',
    used: (used, quota) => `${used} de ${quota} usados en este navegador.`,
    kept: 'El navegador ha prometido conservarla.',
    mayGo: 'El navegador puede borrarla si falta espacio: no ha prometido conservarla.',
    parts: 'Partes de la memoria',
    waiting: 'Hay entradas importadas que esperan su visto bueno; hasta entonces ninguna ejecución las ve.',
    undo: 'Deshacer',
  },
  parts: {
    overview: {
      label: 'Resumen',
      about: 'Lo que ha aprendido últimamente y qué ha cambiado con ello.',
    },
    graph: {
      label: 'Grafo',
      about: 'Qué herramienta siguió a cuál en todas las ejecuciones, y si esas ejecuciones salieron bien.',
    },
    skills: {
      label: 'Procedimientos',
      about:
        'Procedimientos para un tipo de tarea: dados desde el principio o aprendidos de ejecuciones que pasaron el filtro.',
    },
    workflows: {
      label: 'Flujos de trabajo',
      about: 'Secuencias de herramientas que respondieron una pregunta, sin repeticiones.',
    },
    experiences: {
      label: 'Experiencias',
      about: 'Qué falló con una herramienta y qué lo arregló.',
    },
    tools: {
      label: 'Mis herramientas',
      about: 'Pasos de una ejecución que usted guardó con un nombre, para repetirlos con otros datos.',
    },
    journal: {
      label: 'Diario',
      about:
        'Cada cambio de la memoria, en orden, con la ejecución de la que procede. Un cambio se puede deshacer.',
    },
    gate: {
      label: 'Filtro',
      about:
        'Lo que el filtro dijo de cada ejecución. La que rechazó no enseña ningún procedimiento; el motivo figura junto a cada condición.',
    },
    backup: {
      label: 'Copia de seguridad',
      about: 'La memoria en un solo archivo: para guardarla, llevarla a otro equipo o incorporarla aquí.',
    },
  },
  closed: {
    otherTab: 'Otra pestaña de GeoForge tiene la memoria: esta solo puede mirar.',
    past: 'Está mirando la memoria del pasado. Vuelva al presente para cambiar algo.',
  },
  mode: {
    legend: 'Memoria en esta sesión',
    on: { label: 'Activada', about: 'Las ejecuciones consultan la memoria y añaden a ella.' },
    'read-only': {
      label: 'Solo lectura',
      about: 'Las ejecuciones consultan la memoria y no le añaden nada.',
    },
    off: {
      label: 'Desactivada',
      about: 'Las ejecuciones solo conocen lo que vino con la aplicación, y no añaden nada.',
    },
  },
  tools: {
    none: 'Todavía ninguna. Una pregunta respondida tiene un botón «Guardar como herramienta…».',
    comes:
      'Sus pasos se guardan entonces con un nombre que usted da, y “Run” con ese nombre los repite con los datos de ese día.',
    cannotRun: 'no se puede ejecutar',
    steps: (steps) => count(steps, 'paso', 'pasos'),
    saved: (time) => `guardada el ${time}`,
    why: (reason) => `Ahora no se puede ejecutar: ${reason}.`,
    use: (name) => `Para usarla, pregunte “Run ${name}”.`,
    remove: 'Quitar…',
    removeTool: (name) => `Quitar ${name}`,
    sure: (name) => `¿Quitar la herramienta ${name}?`,
    removeIt: 'Quitarla',
    stays:
      'Sus resultados y las ejecuciones que la usaron se quedan. Las herramientas suyas que la usan no podrán ejecutarse sin ella.',
  },
  gate: {
    refusedOnly: (refused, judged) => `Solo las ejecuciones que el filtro rechazó (${refused} de ${judged})`,
    noneJudged: 'Todavía no se ha evaluado ninguna ejecución.',
    comes:
      'Cada ejecución que termina se contrasta con cinco condiciones antes de aprender nada de ella: se usaron herramientas, la respuesta es válida, no hubo demasiadas llamadas ni repeticiones, y nada prohibido.',
    noneRefused: 'El filtro no ha rechazado ninguna.',
    passed: 'aceptada',
    refused: 'rechazada',
    unchanged: 'memoria sin cambios',
    changed: (entriesChanged) => count(entriesChanged, 'entrada cambiada', 'entradas cambiadas'),
    yes: ': sí',
    no: ': no',
    pages: 'las ejecuciones evaluadas',
  },
  recalled: {
    nothing:
      'Todavía nada de este tipo. El plan se buscó a partir de lo que las herramientas reciben y entregan.',
    followed: 'Seguido',
    notFollowed: 'Recordado, no seguido',
    score: (score) => `puntuación ${score}`,
    scoreMeans:
      'Cuán probable es, por sus palabras, su tarea y sus datos, que sea adecuado para esta pregunta',
  },
}
