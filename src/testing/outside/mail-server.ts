import type { AddressInfo } from 'node:net'
import { createServer, type Server } from 'node:net'

/** Opens a mail server on the loopback interface that accepts every mail and records the received text. */
export async function openMailServer() {
  let heard = ''
  const server: Server = createServer((socket) => {
    let isMail = false
    socket.write('220 ready\r\n')
    socket.on('error', () => {})
    socket.setEncoding('utf8').on('data', (text: string) => {
      heard += text
      if (isMail) {
        if (!text.endsWith('\r\n.\r\n')) return
        isMail = false
        socket.write('250 kept\r\n')
      } else if (/^DATA/m.test(text)) {
        isMail = true
        socket.write('354 go on\r\n')
      } else socket.write(/^QUIT/.test(text) ? '221 bye\r\n' : '250 ok\r\n')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { port, heard: () => heard, close: () => new Promise((resolve) => server.close(resolve)) }
}
