import type { settings as english } from '../en/settings.ts'

export const settings: typeof english = {
  view: 'Ajustes',
  title: 'Ajustes',
  lead: 'Se guardan en este navegador y valen para esta dirección.',
  language: {
    title: 'Idioma',
    legend: 'Idioma de la interfaz',
    english:
      'Siguen en inglés las preguntas y respuestas, lo que informan las herramientas, el contenido de las lecciones y el informe de las pruebas. Los números se escriben como en inglés, 1,234.5, para que ninguno signifique dos cosas en la misma página.',
    failed: 'No se pudieron obtener las palabras de ese idioma. La página sigue en el que tiene.',
  },
  colours: {
    title: 'Colores',
    legend: 'Colores de la interfaz',
    system: 'Como el sistema',
    light: 'Claros',
    dark: 'Oscuros',
  },
  units: {
    title: 'Unidades de las respuestas',
    about:
      'Para preguntas que no nombran ninguna unidad; «how many km²» se responde en km². Lo medido, y lo que muestra un paso, queda como está: la respuesta lo convierte.',
    area: 'Superficies',
    temperature: 'Temperaturas',
    length: 'Longitudes',
    asMeasured: 'como se midió',
    ofUnit: {
      ha: 'hectáreas (ha)',
      km2: 'km²',
      acre: 'acres',
      degC: '°C',
      K: 'kelvin (K)',
      m: 'metros (m)',
      km: 'kilómetros (km)',
    },
    spans:
      'Las diferencias de temperatura quedan en kelvin, que valen lo mismo que en grados Celsius. Un acre son 4,046.8564224 m².',
  },
  shortcuts: {
    title: 'Atajos de teclado',
    singles: 'Atajos de una sola tecla',
    about: 'Ninguno actúa mientras se escribe en un campo o hay un cuadro de diálogo abierto.',
    keys: 'Teclas',
    does: 'Qué hacen',
    question: 'Escribir una pregunta',
    list: 'Mostrar esta lista',
    view: (name) => `Abrir ${name}`,
    ask: 'Preguntar lo escrito',
    line: 'Empezar otra línea en la pregunta',
    escape: 'Cerrar un cuadro de diálogo o un formulario',
    off: 'desactivado',
  },
  storage: {
    title: 'Almacenamiento',
    used: (used, quota) => `${used} usados de los ${quota} que el navegador deja a esta dirección.`,
    files: 'Copias de sus archivos',
    results: 'Resultados',
    models: 'Modelos',
    toolIndex: 'Índice de herramientas',
    records: 'Memoria, ejecuciones y registros',
    app: 'La propia aplicación, para cuando no hay red',
    counting: 'Contando…',
    swept:
      'Los archivos y resultados que ya no usa ninguna capa se eliminan en cada inicio. Las capas se quitan en el panel de datos; los modelos, en Modelos; las ejecuciones y los recuerdos, en Memoria.',
    persisted: 'El navegador ha prometido no borrar esto por su cuenta.',
    notPersisted: 'El navegador puede borrar esto si el disco se llena.',
    persist: 'Pedirle que lo conserve todo',
    refused:
      'El navegador no lo ha prometido. Suele hacerlo cuando el sitio está instalado o entre los favoritos; una copia de seguridad vale en cualquier caso.',
  },
  privacy: {
    title: 'Privacidad',
    about:
      'Sus archivos, preguntas, respuestas y lo aprendido se guardan en este navegador y en ningún otro sitio. No se envía nada; la insignia de arriba cuenta lo que la página ha solicitado.',
    link: 'Qué puede alcanzar la página y cómo comprobarlo',
    erase:
      'Una sola ejecución, con todo lo aprendido de ella, se borra en la propia ejecución, en la conversación.',
  },
  reset: {
    title: 'Empezar de cero',
    about:
      'Borra todo lo que GeoForge guarda en este navegador. Guarde antes una copia de seguridad de la memoria: se puede volver a incorporar en Memoria.',
    begin: 'Borrarlo todo…',
    question: '¿Borrar todo lo que GeoForge guarda aquí?',
    action: 'Borrarlo todo',
    goes: 'Qué se borra',
    memory: 'la memoria, todas las ejecuciones y sus respuestas',
    layers: 'todas las escenas, capas y copias de sus archivos',
    models: 'los modelos descargados o importados',
    tools: 'las herramientas propias y las respuestas de las lecciones',
    choices: 'lo elegido en esta página y los servidores que usted permitió',
    stays: 'La propia aplicación se queda, para que se abra sin red. Los archivos de su disco no se tocan.',
    forgetKey:
      'También la clave con la que este navegador reconoce sus propias copias. Una copia entraría entonces como la de un extraño, salvo que usted responda por ella.',
    understood: 'Tengo una copia, o no la necesito. No hay vuelta atrás.',
    otherTab: 'GeoForge está abierto en otra pestaña. Ciérrela antes: escribiría mientras esta borra.',
    reader: 'Solo puede hacerlo la pestaña que se abrió primero.',
    busy: 'Borrando…',
    failed: (why) => `No se pudo terminar: ${why} Recargue la página: seguirá desde ahí.`,
    cannotAsk: 'El navegador no dice si hay otra pestaña abierta. Cierre las demás e inténtelo de nuevo.',
  },
}
