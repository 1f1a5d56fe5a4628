import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { deskWith, type Desk } from '../../bench/lib/desk.ts'
import { fileBytes } from '../../src/io/node/file-bytes.ts'
import type { Answer, RunEvent, RunRecord } from '../../src/trace/events.ts'

export { deskWith, type Desk }

export async function deskWithFolder(
  folder: string,
  accept: (name: string) => boolean = () => true,
): Promise<Desk> {
  const names = (await readdir(folder)).filter(accept).sort()
  return deskWith(
    await Promise.all(names.map(async (name) => ({ name, bytes: await fileBytes(join(folder, name)) }))),
  )
}

export function eventsOf<Type extends RunEvent['type']>(
  record: RunRecord,
  type: Type,
): Extract<RunEvent, { type: Type }>[] {
  return record.events.filter((event): event is Extract<RunEvent, { type: Type }> => event.type === type)
}

export function answerOf(record: RunRecord): Answer {
  const answer = eventsOf(record, 'answer').at(-1)?.answer
  if (!answer) throw new Error(`no answer: ${messagesOf(record).join(' ')}`)
  return answer
}

export function messagesOf(record: RunRecord): string[] {
  return record.events.flatMap((event) =>
    event.type === 'text-delta'
      ? [event.text]
      : event.type === 'ask'
        ? [event.question]
        : event.type === 'error'
          ? [event.message]
          : [],
  )
}

/** Calls made, without those that only choose an option. */
export function callsOf(record: RunRecord): string[] {
  return eventsOf(record, 'step-start').map(({ call }) => call.tool)
}
