import { count } from '../count.ts'

/** Words of writing the memory to a file and taking one in. */
export const backup = {
  save: {
    title: 'Save a backup',
    questions: 'With my questions and runs. Without them the file holds what was learned alone.',
    encrypted: 'Encrypted with a passphrase',
    passphrase: 'Passphrase',
    again: 'Once more',
    differ: 'The two differ.',
    length: (characters: number) =>
      `At least ${characters} characters. Who forgets it cannot open the file: nobody can.`,
    writing: 'Writing…',
    do: 'Save the file',
  },
  take: {
    region: 'Take a backup in',
    title: 'Take a file in',
    file: 'A memory file',
    encrypted: 'It is encrypted. Passphrase',
    opening: 'Opening…',
    open: 'Open it',
    own: (time: string) => `This browser wrote it, ${time} as it says:`,
    other: (time: string) => `Another profile wrote it, ${time} as it says:`,
    holds: (skills: number, workflows: number, experiences: number) =>
      `${count(skills, 'skill', 'skills')}, ${count(workflows, 'workflow', 'workflows')}, ${count(experiences, 'experience', 'experiences')}`,
    runs: (runs: number) => `, ${count(runs, 'run', 'runs')}`,
    vouch:
      'I made this file, or I trust whoever did: take it as it is. Otherwise its entries wait in quarantine, and what it claims of its successes does not count.',
    how: 'How',
    merge: 'Add it to what is here',
    restore: 'Make the memory what the file says',
    doRestore: 'Restore the memory',
    do: 'Take it in',
  },
  imported: {
    added: (entries: number) => `${count(entries, 'entry is', 'entries are')} added`,
    addedInQuarantine: (entries: number) =>
      `${count(entries, 'entry is', 'entries are')} added, in quarantine`,
    here: (entries: number) => `${count(entries, 'is', 'are')} here already`,
    goes: (entries: number) => count(entries, 'entry goes', 'entries go'),
    dropped: (lines: number) => `${count(lines, 'line was', 'lines were')} dropped from entries of others.`,
    differ: (entries: number) => count(entries, 'entry differs', 'entries differ'),
    ours: 'what is here stays',
    theirs: 'the file’s takes its place',
    both: 'the two are joined',
    more: (entries: number) => `and ${entries} more`,
    refused: (entries: number) => count(entries, 'entry is refused', 'entries are refused'),
  },
}
