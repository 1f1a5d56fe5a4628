/** A stream on its way to another thread: itself, or in browsers that cannot transfer one a port to ask for its pieces. */
export type SentStream = ReadableStream<Uint8Array> | MessagePort

type Piece = { readonly bytes: Uint8Array } | { readonly done: true } | { readonly failed: string }

/** Gives what to transfer in place of the stream. */
export function sendStream(stream: ReadableStream<Uint8Array>, canTransfer = transfersStreams()): SentStream {
  if (canTransfer) return stream
  const reader = stream.getReader()
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = async ({ data }: MessageEvent<'next' | 'cancel'>) => {
    if (data === 'cancel') {
      port1.close()
      await reader.cancel().catch(() => undefined)
      return
    }
    const piece = await reader.read().then(
      ({ done, value }): Piece => (done ? { done } : { bytes: value }),
      (error: unknown): Piece => ({ failed: String(error) }),
    )
    port1.postMessage(piece, 'bytes' in piece ? [piece.bytes.buffer] : [])
    if (!('bytes' in piece)) port1.close()
  }
  return port2
}

/** The stream at the other end. */
export function receiveStream(sent: SentStream): ReadableStream<Uint8Array> {
  if (sent instanceof ReadableStream) return sent
  let settle: (piece: Piece) => void = () => undefined
  sent.onmessage = ({ data }: MessageEvent<Piece>) => settle(data)
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const piece = await new Promise<Piece>((resolve) => {
          settle = resolve
          sent.postMessage('next')
        })
        if ('bytes' in piece) controller.enqueue(piece.bytes)
        else {
          sent.close()
          if ('done' in piece) controller.close()
          else controller.error(new TypeError(piece.failed))
        }
      },
      cancel() {
        sent.postMessage('cancel')
        sent.close()
      },
    },
    { highWaterMark: 0 },
  )
}

let known: boolean | null = null

/** Safari cannot yet. */
function transfersStreams(): boolean {
  if (known !== null) return known
  const stream = new ReadableStream()
  try {
    structuredClone(stream, { transfer: [stream] })
    known = true
  } catch {
    known = false
  }
  return known
}
