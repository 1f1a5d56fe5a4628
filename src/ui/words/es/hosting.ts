import type { hosting as english } from '../en/hosting.ts'

export const hosting: typeof english = {
  keeps: {
    nothing:
      'Este navegador no guarda nada para esta página: los datos del sitio están bloqueados. Aun así se pueden cargar escenas y hacer preguntas, pero lo cargado, respondido y aprendido se pierde al cerrar o recargar la página. Para conservarlo, permita que esta página guarde datos del sitio y recárguela.',
    records:
      'Este navegador no guarda archivos para esta página, como ocurre en una ventana privada. Lo preguntado y aprendido se conserva mientras el navegador lo conserve; las escenas y los resultados se pierden al cerrar o recargar la página y hay que volver a darlos. Para conservarlos, abra GeoForge en una ventana normal.',
  },
  lack: {
    policy:
      'Este servidor no envía la política de GeoForge y este navegador no admite que un service worker la añada: la página misma no puede comunicarse con ningún otro sitio, pero sus procesos auxiliares trabajan sin esa garantía, y sin hilos. Si los datos no deben salir de aquí, permita que la página guarde datos del sitio o use un servidor que envíe las cabeceras, y recárguela.',
    isolation:
      'Esta página no está aislada de otros sitios, de modo que los modelos de lenguaje usan un solo núcleo del procesador. Todo lo demás funciona. Queda aislada si se abre en una pestaña propia, desde un servidor que envíe las cabeceras o con su service worker.',
  },
  newer: {
    ready: 'Hay una versión más nueva de GeoForge lista.',
    afterRun: 'Hay una versión más nueva de GeoForge lista. Espera a que se responda la pregunta.',
    held: 'Hay una versión más nueva de GeoForge lista. Espera a que se responda una pregunta en otra pestaña; después esta página se recarga.',
    replaced:
      'Desde otra pestaña se puso en marcha una versión más nueva de GeoForge. Esta pestaña sigue con la anterior: recárguela cuando no quede nada por terminar aquí.',
    reload: 'Recargar',
  },
  install: {
    action: 'Instalar GeoForge',
    text: 'Como aplicación tiene su propia ventana y se abre sin red. Lo guardado sigue siendo lo mismo.',
  },
  notSecure: {
    title: 'GeoForge no puede funcionar en esta dirección',
    found: (origin) =>
      `Esta página viene de ${origin}: por HTTP sin cifrar y desde otra máquina. A esas páginas los navegadores les niegan aquello en lo que se basa GeoForge. Ni esta máquina ni el navegador tienen ningún defecto.`,
    needs: 'Qué hace falta y si está disponible',
    there: 'disponible',
    missing: 'falta',
    parts: {
      serviceWorker: [
        'Service worker',
        'abre la aplicación sin red y somete sus procesos auxiliares a la política',
      ],
      files: ['Almacén privado de archivos', 'guarda escenas y resultados y los lee por partes'],
      isolation: ['Aislamiento de otros sitios', 'permite que los hilos compartan memoria'],
      gpu: ['WebGPU', 'ejecuta modelos de lenguaje en la tarjeta gráfica'],
      locks: ['Web Locks', 'impiden que dos pestañas se sobrescriban'],
    },
    ways: 'Cómo lo consigue una clase',
    local: 'Cada máquina por su cuenta',
    localSteps: [
      'Copie la carpeta de la lección a cada máquina, por ejemplo desde una memoria USB. Se crea con «npm run build:lesson».',
      'Inicie en ella un servidor web: «node serve.mjs» o «python3 -m http.server 4180».',
      'Abra allí http://localhost:4180/. Una dirección que empieza por localhost es segura sin certificado.',
    ],
    https: 'Por HTTPS desde una sola máquina',
    httpsText:
      'Publique la carpeta por HTTPS con un nombre cuyo certificado acepten las máquinas. Sirve cualquier servidor web de archivos estáticos; la documentación de GeoForge sobre alojamiento trae ejemplos.',
    language: 'Idioma',
  },
}
