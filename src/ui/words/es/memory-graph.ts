import { count } from '../count.ts'
import type { graph as english } from '../en/memory-graph.ts'

export const graph: typeof english = {
  graph: {
    nothing: 'Todavía no se ha guardado ninguna ejecución.',
    empty: 'Cada pregunta respondida añade las herramientas que usó, una tras otra, y cómo salió.',
    drawing:
      'Grafo de flujos de trabajo: las herramientas y cuántas veces una siguió a otra. Las flechas del teclado van de herramienta en herramienta.',
    edge: (from, to, well, wrong) => `${from} → ${to}: bien ${well}, mal ${wrong}`,
    drawn: (drawn, all) =>
      `Se dibujan las ${drawn} transiciones más usadas, de ${count(all, 'transición', 'transiciones')}; la tabla las tiene todas.`,
    choose: 'Elija una herramienta para ver qué la usa.',
    asTable: 'Las transiciones como tabla',
    legend: 'Leyenda del grafo',
    good: 'salió bien en el 80 % de sus ejecuciones o más',
    warn: 'en el 50 a 80 %',
    bad: 'en menos de la mitad',
    width: 'Cuanto más ancha la línea, más veces se usó.',
    in: (parts) => `en ${parts}`,
    after: (tools) => `después de ${tools}`,
    before: (tools) => `antes de ${tools}`,
  },
  graphTool: {
    region: (tool) => `Qué usa ${tool}`,
    close: (tool) => `Cerrar ${tool}`,
    after: 'Viene después de',
    before: 'Le sigue',
    outcomes: (well, wrong) => `(${well} bien, ${wrong} mal)`,
    unread: 'No se pudieron leer; abra de nuevo la vista de la memoria.',
    all: (many, tool) => `Todos: ${many} con ${tool}`,
    nothing: 'Ya no la usa ninguna entrada; sus transiciones siguen contando.',
  },
  transitions: {
    caption: 'Cuántas veces una herramienta siguió a otra, y cómo salió',
    from: 'De',
    to: 'A',
    well: 'Bien',
    wrong: 'Mal',
    share: 'Proporción',
    pages: 'las transiciones',
  },
}
