import type { lessons as english } from '../en/lessons.ts'

export const lessons: typeof english = {
  view: 'Lecciones',
  panel: {
    intro:
      'Cada una es para una clase de 90 minutos. Las escenas se crean en esta página, de modo que se sabe qué es cierto en ellas; no hace falta ningún modelo de lenguaje.',
    solved: (solved, all) => `${solved} de ${all} tareas resueltas`,
    save: 'Guardar mis respuestas',
    load: 'Cargar respuestas…',
    file: 'Archivo con respuestas',
    noAnswers:
      'Este archivo no contiene respuestas a las lecciones y no se cambió nada. Elija uno creado con «Guardar mis respuestas».',
    taken: 'Las respuestas del archivo están aquí.',
    replace: {
      title: '¿Reemplazar sus respuestas?',
      action: 'Reemplazarlas',
      text: 'Las respuestas que hay aquí se pierden, en todas las lecciones. Guárdelas antes si quiere recuperarlas.',
    },
  },
  lesson: {
    all: 'Todas las lecciones',
    goals: 'Usted aprenderá',
    data: 'Los datos',
    loaded: 'Está cargada y aparece en el mapa.',
    make: 'Crear la escena y cargarla',
    others: (count) =>
      count === 1
        ? 'Hay otra escena cargada, y las preguntas podrían responderse con ella.'
        : `Hay otras ${count} escenas cargadas, y las preguntas podrían responderse con ellas.`,
    clear: 'Quitar lo que no es de esta lección…',
    toMap: 'Ir al mapa',
    memory: 'Su memoria',
    journal: 'Abrir el diario',
    tasks: 'Tareas',
    solved: (solved, all) => `${solved} de ${all} resueltas`,
    anew: 'Empezar de nuevo esta lección…',
    clearing: {
      title: '¿Quitar lo que no es de esta lección?',
      action: 'Quitar',
      text: (count) =>
        `${count === 1 ? 'Se quita 1 capa' : `Se quitan ${count} capas`}: otras escenas y todos los resultados. Sus propios archivos siguen en su disco; lo aprendido sigue en la memoria.`,
    },
    resetting: {
      title: '¿Empezar de nuevo la lección?',
      action: 'Olvidar las respuestas',
      text: 'Se olvidan sus respuestas a esta lección. Las de las demás se conservan.',
      learned: 'Lo aprendido sigue en la memoria; deshaga sus cambios en el diario para contar de nuevo.',
    },
  },
  task: {
    solved: 'resuelta',
    ask: 'Preguntar esto',
    saveFile: 'Guardar el archivo',
    answer: (unit) => (unit === '' ? 'Su respuesta' : `Su respuesta, en ${unit}`),
    check: 'Comprobar',
  },
  teacher: {
    title: 'Notas para docentes, con las respuestas',
    time: 'Tiempo',
    minutes: (minutes) => `${minutes} minutos`,
    beliefs: 'Lo que los estudiantes dan por cierto',
    belief: (belief) => `«${belief}»`,
    answers: 'Respuestas',
    truth:
      'Se calculan a partir de cómo se creó la escena, antes del ruido, y no con las herramientas de GeoForge.',
    steps:
      'Los pasos son los que da el agente sin modelo de lenguaje, con una memoria que no ha visto estas preguntas; un modelo de lenguaje puede dar otros.',
  },
}
