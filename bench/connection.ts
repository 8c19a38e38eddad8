import { connect, type Socket } from 'node:net'

/** The reason why a response is unusable, or null. */
export type Problem = string | null

const headEnd = Buffer.from('\r\n\r\n')
const lineEnd = Buffer.from('\r\n')
const maxHeadBytes = 16 * 1024

/**
 * Opens a keep-alive connection for one request at a time. Node's own HTTP client would use as much CPU time per
 * request as the server uses for a light route. This client sends prepared bytes and reads only the status and the end
 * of a response.
 */
export function openConnection(port: number) {
  let socket: Socket | null = null
  let settle: ((problem: Problem) => void) | null = null
  let reader = createAnswerReader()
  // All responses of a connection share one buffer, because their content is not needed.
  const buffer = Buffer.allocUnsafe(64 * 1024)

  const end = (problem: Problem) => {
    const tell = settle
    settle = null
    reader = createAnswerReader()
    tell?.(problem)
  }

  function open(): Socket {
    const opened = connect({
      port,
      host: '127.0.0.1',
      noDelay: true,
      onread: {
        buffer,
        callback: (length) => {
          try {
            const status = reader.read(buffer.subarray(0, length))
            if (status !== null) end(status === 200 ? null : `answered ${status}`)
          } catch (error) {
            opened.destroy()
            end(error instanceof Error ? error.message : String(error))
          }
          return true
        },
      },
    })
    opened.on('error', (error) => end(error.message))
    opened.on('close', () => {
      if (socket === opened) socket = null
      end('the connection was closed before the answer was whole')
    })
    return opened
  }

  return {
    ask: (request: Buffer): Promise<Problem> =>
      new Promise((resolve) => {
        settle = resolve
        socket ??= open()
        socket.write(request)
      }),
    close: () => {
      socket?.destroy()
    },
  }
}

/** Creates a reader that finds the end of a response in its chunks and returns the status. */
export function createAnswerReader() {
  let status = 0
  let head: Buffer = Buffer.alloc(0)
  /**
   * The missing bytes of the body or of the current chunk. Null while the line with the size of the next chunk is read.
   */
  let left: number | null = 0
  let isInPieces = false
  let isLastPiece = false
  let line = ''

  /** Returns how many bytes of the chunk belong to the headers. */
  function readHead(bytes: Buffer): number {
    const before = head.length
    const all = before === 0 ? bytes : Buffer.concat([head, bytes])
    const at = all.indexOf(headEnd)
    if (at < 0) {
      if (all.length > maxHeadBytes) throw new Error('answered with a head that does not end')
      // Copied, because the buffer is reused for the next chunk.
      head = Buffer.from(all)
      return bytes.length
    }
    const text = all.toString('latin1', 0, at)
    status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1])
    if (!status) throw new Error('answered something that is not HTTP')
    const length = /\r\ncontent-length: *(\d+)/i.exec(text)?.[1]
    isInPieces = length === undefined && /\r\ntransfer-encoding: *chunked/i.test(text)
    if (length === undefined && !isInPieces) throw new Error('answered without a length')
    left = isInPieces ? null : Number(length)
    return at + headEnd.length - before
  }

  /** Returns how many bytes belong to the line with the size of the next chunk, as far as it has arrived. */
  function readSize(bytes: Buffer): number {
    const at = bytes.indexOf(lineEnd.subarray(1))
    line += bytes.toString('latin1', 0, at < 0 ? bytes.length : at)
    if (at < 0) return bytes.length
    const size = Number.parseInt(line, 16)
    if (Number.isNaN(size)) throw new Error('answered with a piece without a length')
    line = ''
    isLastPiece = size === 0
    left = size + lineEnd.length
    return at + 1
  }

  return {
    read: (arrived: Buffer): number | null => {
      let bytes = arrived
      for (;;) {
        if (status === 0) {
          bytes = bytes.subarray(readHead(bytes))
          if (status === 0) return null
        }
        if (left === null) bytes = bytes.subarray(readSize(bytes))
        else {
          const taken = Math.min(left, bytes.length)
          left -= taken
          bytes = bytes.subarray(taken)
          if (left === 0 && (!isInPieces || isLastPiece)) {
            if (bytes.length > 0) throw new Error('answered more than it said')
            return status
          }
          if (left === 0) left = null
        }
        if (bytes.length === 0) return null
      }
    },
  }
}
