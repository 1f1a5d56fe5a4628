import type { privacy as english } from '../en/privacy.ts'

export const privacy: typeof english = {
  view: 'Privacidad',
  badge: {
    sealed: 'Sellada ·',
    connected: 'Conectada ·',
    rest: (refused) => (refused > 0 ? ` enviadas, ${refused} rechazadas` : ' enviadas'),
    title: (own, others, refused) =>
      [
        `Desde que se abrió, esta página hizo ${own === 1 ? '1 petición' : `${own} peticiones`} a su propio sitio`,
        `${others === 0 ? 'ninguna' : String(others)} a otros servidores`,
        ...(refused > 0
          ? [`y el navegador rechazó ${refused === 1 ? '1 petición' : `${refused} peticiones`}`]
          : []),
      ].join(', ') + '. Abrir la lista.',
  },
  sealed: {
    thisIs: 'Esta es la página',
    name: 'sellada',
    text: '. Sus archivos, preguntas y memorias se quedan en esta máquina, y el propio navegador rechaza lo que esta página o sus procesos pidieran a cualquier otro servidor, intente lo que intente un archivo, un modelo o un fallo de este programa.',
  },
  connected: {
    thisIs: 'Esta es la página',
    name: 'conectada',
    text: '. Puede consultar otros servidores, cada uno después de que usted lo haya permitido por su nombre en',
    models: 'Modelos',
    sent: '. Sus archivos no se envían. Un servidor de modelos que usted configure allí recibe lo que pregunta, datos sobre las escenas, lo medido y los pasos que sugiere la memoria.',
    back: 'Volver a la página sellada',
  },
  policy: {
    title: 'La política vigente',
    none: 'Esta página no lleva ninguna política, como ocurre en desarrollo. Compile la aplicación para ver la verdadera.',
    read: 'Leída del código de esta misma página. El navegador la impone a la página; los procesos auxiliares reciben la sellada con sus propias respuestas.',
  },
  check: {
    title: 'Cómo comprobarlo usted mismo',
    tools:
      'Abra las herramientas de desarrollo del navegador, «Red», y recargue. Pregunte algo: ninguna línea debe nombrar otro servidor.',
    source:
      'Muestre el código de esta página: la política de arriba está en su elemento «meta». Un servidor propio la envía también como cabecera: mire «Content-Security-Policy» en la página y en los archivos de «assets».',
    offline:
      'Desconecte la red y recargue. Si la página ya se abrió antes por HTTPS o en localhost, todo funciona menos obtener modelos.',
  },
  limits: {
    title: 'Lo que esto no cubre',
    text: 'Ninguna política así impide que una página lleve a otra dirección, ni una llamada entre dos navegadores (WebRTC): este programa no hace por sí mismo ninguna de las dos cosas, y la lista no las mostraría. Las extensiones del navegador ven lo que muestra la página. Quien pueda usar este perfil del navegador puede leer lo guardado en él: aquí no se cifra nada. Quien sirve la página ve que se abrió, y podría servir otro programa; conserve una copia propia si eso importa. Lo que usted exporta o guarda sale con el archivo.',
  },
  requests: {
    title: 'Lo que ha pedido',
    own: (since) => `Solo sus propios archivos, del sitio del que viene, desde el ${since}.`,
    others: (count, since) =>
      `${count === 1 ? '1 servidor más' : `${count} servidores más`} desde el ${since}.`,
    refused: (count) =>
      `${count === 1 ? '1 petición fue rechazada' : `${count} peticiones fueron rechazadas`} antes de enviar nada.`,
    byHost: 'Peticiones por servidor',
    host: 'Servidor',
    sent: 'Peticiones enviadas',
    refusedColumn: 'Rechazadas por el navegador',
    received: 'Recibido por la red',
    thisSite: '(este sitio)',
    last: (count) => (count === 1 ? 'La última petición' : `Las últimas ${count} peticiones`),
    wasRefused: 'rechazada',
    keptCopy: 'copia guardada',
    note: 'Tal como las anota el navegador, para la página y sus procesos. Leer sus archivos, lo almacenado en este perfil y las copias guardadas aquí no es una petición. En la primera visita un proceso propio vuelve a obtener todos los archivos de este sitio, para cuando no haya red; esas no están en la lista.',
  },
  attempt: {
    title: 'Intente romperla',
    text: 'Esto pide una página a un servidor que no puede existir (su nombre termina en «.invalid»). Una política vigente lo rechaza antes de enviarlo, y la lista de arriba lo cuenta.',
    action: 'Enviarlo',
    refused: 'Rechazado por el navegador.',
    holds: 'La política está vigente.',
    notRefused: 'No se rechazó.',
    fails:
      'Ninguna política rige en esta página: se sirvió sin ella o desde un servidor de desarrollo. La petición no llevaba nada suyo.',
  },
  directives: {
    'default-src': 'Lo que no se nombra abajo no se carga de ninguna parte.',
    'script-src':
      'Los programas vienen solo de este sitio; se admite WebAssembly, no el código hecho a partir de texto.',
    'worker-src': 'Los procesos auxiliares ejecutan programas de este sitio, o lo que estos crean aquí.',
    'connect-src': 'Adónde puede enviar algo la página.',
    'img-src': 'Las imágenes vienen de este sitio o se crearon aquí.',
    'style-src':
      'Los estilos vienen de este sitio; la única excepción es el estilo de los gráficos, por su hash.',
    'font-src': 'Las fuentes tipográficas vienen de este sitio.',
    'manifest-src': 'También la ficha con que se instala la aplicación.',
    'form-action': 'Ningún formulario puede enviarse a ninguna parte.',
    'base-uri': 'Las direcciones de la página no pueden desviarse a otro sitio.',
    'frame-ancestors': 'Ningún otro sitio puede mostrar esta página dentro de la suya.',
  },
}
