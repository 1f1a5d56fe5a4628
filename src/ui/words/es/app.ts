import type { app as english } from '../en/app.ts'

export const app: typeof english = {
  skip: 'Saltar al contenido principal',
  views: 'Vistas',
  start: 'Inicio',
  analyse: 'Analizar',
  memory: 'Memoria',
  lessons: 'Lecciones',
  models: 'Modelos',
  privacy: 'Privacidad',
  settings: 'Ajustes',
  panels: 'Paneles',
  data: 'Datos',
  map: 'Mapa',
  conversation: 'Conversación',
  secondTab:
    'GeoForge está abierto en otra pestaña, que tiene la memoria. Esta pestaña puede mirar, pero no cambiar nada, hasta que se cierre la otra.',
}
