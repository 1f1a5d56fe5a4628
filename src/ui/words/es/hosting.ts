import type { hosting as english } from '../en/hosting.ts'

export const hosting: typeof english = {
  keeps: {
    nothing:
      'Este navegador no guarda nada para esta página: los datos del sitio están bloqueados. Aun así se pueden cargar escenas y hacer preguntas, pero lo cargado, respondido y aprendido se pierde al cerrar o recargar la página. Para conservarlo, permita que esta página guarde datos del sitio y recárguela.',
    records:
      'Este navegador no guarda archivos para esta página, como ocurre en una ventana privada. Lo preguntado y aprendido se conserva mientras el navegador lo conserve; las escenas y los resultados se pierden al cerrar o recargar la página y hay que volver a darlos. Para conservarlos, abra GeoForge en una ventana normal.',
  },
}
