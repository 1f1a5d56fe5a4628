import { describe, expect, it } from 'vitest'
import { readEvents } from '../../../src/models/server/event-stream.ts'

async function eventsOf(text: string, size: number): Promise<string[]> {
  const bytes = new TextEncoder().encode(text)
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size))
      controller.close()
    },
  })
  const events: string[] = []
  for await (const data of readEvents(stream)) events.push(data)
  return events
}

describe('readEvents', () => {
  const text =
    'event: a\ndata: one\ndata:two\n\n: ping\r\n\r\ndata:  ä火\r\rid: 3\r\n\r\ndata\ndata: last\n\ndata: cut off'

  it.each([1, 2, 3, 5, 1000])('gives the same events where the bytes come in pieces of %i', async (size) => {
    expect(await eventsOf(text, size)).toEqual(['one\ntwo', ' ä火', 'last'])
  })

  it('tells the source when nobody listens any more', async () => {
    let cancelled = false
    const stream = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new TextEncoder().encode('data: x\n\n')),
      cancel: () => void (cancelled = true),
    })
    for await (const data of readEvents(stream)) {
      expect(data).toBe('x')
      break
    }
    expect(cancelled).toBe(true)
  })
})
