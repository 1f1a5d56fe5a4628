import type { parts as english } from '../en/parts.ts'

export const parts: typeof english = {
  cancel: 'Cancelar',
  close: 'Cerrar',
  closeNotice: 'Cerrar este aviso',
  opening: 'Abriendo…',
  notFetched:
    'No se pudo obtener esta parte de GeoForge. Recargue la página donde se pueda alcanzar; lo guardado está a salvo.',
  noValue: 'sin valor',
  fault: (detail) =>
    `GeoForge encontró un fallo inesperado (${detail}). Recargue la página; lo guardado se conserva.`,
  pages: {
    of: (what) => `Páginas de ${what}`,
    before: 'Página anterior',
    next: 'Página siguiente',
    range: (first, last, total) => `${first} a ${last} de ${total}`,
  },
  theme: {
    system: 'Los colores siguen al sistema',
    light: 'Colores claros',
    dark: 'Colores oscuros',
    change: (now) => `${now}. Cambiar`,
  },
  recipe: {
    steps: 'Pasos',
    stepsOf: 'Pasos de la herramienta',
    inputs: 'Lo que recibe cada vez',
    inputsOf: 'Entradas de la herramienta',
    nothing: 'nada',
    list: (of) => `lista de capas, cada una: ${of}`,
    sceneWith: (bands) => `escena con ${bands}`,
    scene: 'escena',
    layer: (kind) => `capa ${kind}`,
    layerOf: (kind, meaning) => `capa ${kind} de ${meaning}`,
    or: ' o ',
  },
}
