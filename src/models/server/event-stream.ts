/**
 * The data of each event of a text/event-stream, however its bytes were cut: lines end with LF, CR or CRLF, several data
 * lines of an event are joined, comments and other fields are passed over, and so is an event that the end cuts off.
 */
export async function* readEvents(bytes: ReadableStream<Uint8Array>): AsyncGenerator<string, void, void> {
  const data: string[] = []
  for await (const line of readLines(bytes)) {
    if (line.startsWith('data:')) data.push(line.slice(line[5] === ' ' ? 6 : 5))
    else if (line === '' && data.length > 0) yield data.splice(0).join('\n')
  }
}

async function* readLines(bytes: ReadableStream<Uint8Array>): AsyncGenerator<string, void, void> {
  const reader = bytes.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      rest += done ? decoder.decode() : decoder.decode(value, { stream: true })
      // A CR at the end may be the first half of a CRLF.
      const lines = rest.split(done ? /\r\n|\n|\r/ : /\r\n|\n|\r(?!$)/)
      rest = lines.pop()!
      yield* lines
      if (done) break
    }
    if (rest !== '') yield rest
  } finally {
    // Also where the caller stops reading: the server hears that nobody listens.
    await reader.cancel().catch(() => undefined)
  }
}
