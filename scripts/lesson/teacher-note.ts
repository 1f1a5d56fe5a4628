/** README.txt of a lesson folder; `models` are the titles of those that it holds. */
export function teacherNote(models: readonly string[]): string {
  return `GeoForge: the lessons, for a class

This folder is all of GeoForge. It needs no network and no installation, and it sends nothing anywhere.

1. Copy the folder to each machine, for instance from a USB stick.
2. Start a web server in it. Any of these will do:
     node serve.mjs                    (Node 20.19 or newer; the quickest)
     python3 -m http.server 4180       (Python 3)
     npx serve -l 4180                 (Node, with a network)
3. Open http://localhost:4180/ in Chrome, Edge, Firefox or Safari. It opens on the lessons.

Why not a double click on index.html? Browsers start neither modules nor workers from files, so nothing would run; the
page says so then. Why not http://ADDRESS-OF-THE-TEACHER from the other machines? Without HTTPS a browser gives such a
page neither storage nor workers that the app needs; the page says so too. An address that begins with localhost is secure.

Always the same port: the browser keeps what was done by address, and another port begins anew.
After the first visit the page opens without the server as well.
To check a copy: node serve.mjs --check, or sha256sum -c SHA256SUMS.
Each lesson takes about 90 minutes; notes for the teacher stand at its end. Answers can be saved to a file and loaded again.
${models.length > 0 ? `Language models in this folder, offered under Models: ${models.join(', ')}.` : 'No language model is in this folder, and none is needed.'}


GeoForge: las lecciones, para una clase

Esta carpeta es GeoForge completo. No necesita red ni instalación y no envía nada a ninguna parte.

1. Copie la carpeta a cada máquina, por ejemplo desde una memoria USB.
2. Inicie en ella un servidor web. Sirve cualquiera de estos:
     node serve.mjs                    (Node 20.19 o posterior; lo más rápido)
     python3 -m http.server 4180       (Python 3)
     npx serve -l 4180                 (Node, con red)
3. Abra http://localhost:4180/ en Chrome, Edge, Firefox o Safari. Se abre en las lecciones.

¿Por qué no basta con un doble clic en index.html? Los navegadores no arrancan módulos ni procesos desde archivos, así que
no funcionaría nada; la página lo dice. ¿Por qué no http://DIRECCIÓN-DEL-DOCENTE desde las demás máquinas? Sin HTTPS el
navegador no da a la página el almacenamiento ni los procesos que necesita; la página también lo dice. Una dirección que
empieza por localhost es segura.

Siempre el mismo puerto: el navegador guarda lo hecho según la dirección, y con otro puerto se empieza de cero.
Después de la primera visita la página se abre también sin el servidor.
Para comprobar una copia: node serve.mjs --check, o sha256sum -c SHA256SUMS.
Cada lección dura unos 90 minutos; al final están las notas para el docente. Las respuestas se pueden guardar en un archivo y volver a cargar.
${models.length > 0 ? `Modelos de lenguaje de esta carpeta, que se ofrecen en Modelos: ${models.join(', ')}.` : 'Esta carpeta no contiene ningún modelo de lenguaje, ni hace falta.'}
`
}
