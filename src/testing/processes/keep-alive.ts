import { connect } from 'node:net'

type Load = { connections: number; requests: number; path?: string; headers?: string }

/**
 * Opens clients that keep their connections and send one request after the other, until the server marks a response as
 * the last. A request without a complete response counts as lost. A refused connection does not count.
 */
export function sendUntilClosed(port: number, { connections, requests, path = '/', headers = '' }: Load) {
  const body = '{"a":1}'
  const text = `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n${headers}content-length: ${body.length}\r\n\r\n${body}`
  const tally = { begun: 0, answered: 0, lost: 0, statuses: {} as Record<string, number> }
  let left = requests

  /**
   * Sends over one connection until the server marks a response as the last. Returns whether another connection may be
   * opened.
   */
  function sendOverOne(): Promise<boolean> {
    return new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1').setEncoding('utf8')
      let heard = ''
      let isWaiting = false
      let isMore = false
      const send = () => {
        if (left === 0) return socket.end()
        left--
        tally.begun++
        heard = ''
        isWaiting = true
        socket.write(text)
      }
      socket.on('connect', send)
      socket.on('data', (chunk) => {
        heard += chunk
        if (!isWhole(heard)) return
        isWaiting = false
        tally.answered++
        const status = heard.slice(9, 12)
        tally.statuses[status] = (tally.statuses[status] ?? 0) + 1
        isMore = /\r\nconnection: close/i.test(heard)
        if (isMore) socket.end()
        else send()
      })
      socket.on('error', () => {})
      socket.on('close', () => {
        if (isWaiting) tally.lost++
        resolve(isMore && left > 0)
      })
    })
  }
  async function goOn() {
    while (await sendOverOne());
  }
  return { tally, ended: Promise.all(Array.from({ length: connections }, goOn)) }
}

function isWhole(answer: string): boolean {
  const end = answer.indexOf('\r\n\r\n')
  if (end < 0) return false
  const length = /\r\ncontent-length: (\d+)/i.exec(answer.slice(0, end))?.[1]
  return length ? Buffer.byteLength(answer.slice(end + 4)) >= Number(length) : answer.endsWith('0\r\n\r\n')
}
