import { count } from '../count.ts'
import type { learning as english } from '../en/memory-learning.ts'

export const learning: typeof english = {
  overview: {
    lately: 'Aprendido últimamente',
    nothing: 'Todavía no se ha aprendido nada.',
    nothingYet:
      'Haga una pregunta sobre sus datos: una ejecución que pasa el filtro deja aquí su flujo de trabajo, un pulgar arriba o un segundo acierto lo pone en uso, y las preguntas posteriores de su tipo lo siguen.',
    all: 'Todos los cambios',
    counts: 'En cifras',
    learned: (skills, workflows, experiences) =>
      `${count(skills, 'procedimiento', 'procedimientos')}, ${count(workflows, 'flujo de trabajo', 'flujos de trabajo')} y ${count(experiences, 'experiencia', 'experiencias')} aprendidos aquí`,
    given: (skills) => `${count(skills, 'procedimiento vino', 'procedimientos vinieron')} con la aplicación`,
    lives: (active, candidate, quarantined) =>
      `${active} en uso, ${candidate} a prueba, ${quarantined} en cuarentena`,
    livesMean:
      'Lo que está en uso se sigue primero; lo que está a prueba tiene que demostrar su valor; lo que está en cuarentena espera su visto bueno.',
    runs: (runs) => count(runs, 'pregunta hecha', 'preguntas hechas'),
    followed: (runs) => `${runs} de ellas siguieron lo aprendido aquí`,
  },
  curve: {
    title: 'Pasos hasta la respuesta, ejecución a ejecución',
    about:
      'Para un tipo de tarea, cuántas herramientas llamaron sus ejecuciones con respuesta. Un punto relleno es una ejecución que siguió algo aprendido aquí; uno vacío no tenía nada aprendido que seguir, o no lo siguió.',
    nothing: 'Todavía no hay curva.',
    none: 'Dos ejecuciones con respuesta de un mismo tipo de tarea forman una. Haga una pregunta de un tipo ya preguntado, con los mismos datos o con otros, y la curva empezará aquí.',
    kind: 'Tipo de tarea',
    runs: (task, runs) => `${task} (${count(runs, 'ejecución', 'ejecuciones')})`,
    caption: (task) => `${task}: herramientas llamadas, por ejecución`,
    x: 'Ejecución',
    y: 'Herramientas llamadas',
    followed: 'siguió lo aprendido',
    without: 'sin ello',
    described: (task, points) => `${task}, herramientas llamadas en cada ejecución: ${points}`,
    point: (run, steps, followed) => `ejecución ${run}: ${steps}${followed ? ', siguió lo aprendido' : ''}`,
    compared: (withIt, withRuns, without, withoutRuns) =>
      `Las ejecuciones que siguieron lo aprendido llamaron ${withIt} herramientas de media (${count(withRuns, 'ejecución', 'ejecuciones')}); las demás, ${without} (${count(withoutRuns, 'ejecución', 'ejecuciones')}).`,
    oneSided: (followed, all) =>
      `${followed} de ${count(all, 'ejecución', 'ejecuciones')} siguieron lo aprendido: no hay con qué compararlas.`,
    few: 'Tan pocas ejecuciones muestran lo que pasó, no lo habitual.',
    unlike:
      'Respondieron las preguntas que usted hizo, con los datos que tenía: preguntas distintas requieren distinto número de herramientas.',
    asTable: 'Las ejecuciones como tabla',
    table: (task) => `Ejecuciones de ${task}, la más antigua primero`,
    unanswered: (runs) =>
      `${count(runs, 'ejecución', 'ejecuciones')} de este tipo ${runs === 1 ? 'terminó' : 'terminaron'} sin respuesta y no se ${runs === 1 ? 'dibuja' : 'dibujan'}.`,
    question: 'Pregunta',
    calls: 'Herramientas llamadas',
    wrong: 'De ellas fallaron',
    seconds: 'Segundos en herramientas',
    yes: 'sí',
    no: 'no',
  },
}
