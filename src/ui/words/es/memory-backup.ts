import { count } from '../count.ts'
import type { backup as english } from '../en/memory-backup.ts'

export const backup: typeof english = {
  save: {
    title: 'Guardar una copia de seguridad',
    questions: 'Con mis preguntas y ejecuciones. Sin ellas, el archivo solo guarda lo aprendido.',
    encrypted: 'Cifrada con una contraseña',
    passphrase: 'Contraseña',
    again: 'Otra vez',
    differ: 'Las dos no coinciden.',
    length: (characters) =>
      `Al menos ${characters} caracteres. Quien la olvide no podrá abrir el archivo: nadie puede.`,
    writing: 'Escribiendo…',
    do: 'Guardar el archivo',
  },
  take: {
    region: 'Incorporar una copia',
    title: 'Incorporar un archivo',
    file: 'Un archivo de memoria',
    encrypted: 'Está cifrado. Contraseña',
    opening: 'Abriendo…',
    open: 'Abrirlo',
    own: (time) => `Lo escribió este navegador, según dice el ${time}:`,
    other: (time) => `Lo escribió otro perfil, según dice el ${time}:`,
    holds: (skills, workflows, experiences) =>
      `${count(skills, 'procedimiento', 'procedimientos')}, ${count(workflows, 'flujo de trabajo', 'flujos de trabajo')}, ${count(experiences, 'experiencia', 'experiencias')}`,
    runs: (runs) => `, ${count(runs, 'ejecución', 'ejecuciones')}`,
    vouch:
      'Este archivo lo hice yo, o confío en quien lo hizo: que se tome tal como está. De lo contrario sus entradas esperan en cuarentena, y lo que afirma de sus éxitos no cuenta.',
    how: 'Cómo',
    merge: 'Añadirlo a lo que hay aquí',
    restore: 'Dejar la memoria como dice el archivo',
    doRestore: 'Restaurar la memoria',
    do: 'Incorporarlo',
  },
  imported: {
    added: (entries) => count(entries, 'entrada se añade', 'entradas se añaden'),
    addedInQuarantine: (entries) =>
      `${count(entries, 'entrada se añade', 'entradas se añaden')}, en cuarentena`,
    here: (entries) => `${count(entries, 'ya está', 'ya están')} aquí`,
    goes: (entries) => count(entries, 'entrada se va', 'entradas se van'),
    dropped: (lines) => `${count(lines, 'línea se descartó', 'líneas se descartaron')} de entradas de otros.`,
    differ: (entries) => count(entries, 'entrada difiere', 'entradas difieren'),
    ours: 'se queda lo que hay aquí',
    theirs: 'lo del archivo ocupa su lugar',
    both: 'se unen las dos',
    more: (entries) => `y ${entries} más`,
    refused: (entries) => count(entries, 'entrada se rechaza', 'entradas se rechazan'),
  },
}
