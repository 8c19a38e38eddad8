import type { AddressInfo } from 'node:net'
import { createServer, connect as openLine, type Socket } from 'node:net'

/**
 * Opens a proxy in front of a database that can be frozen. A frozen proxy passes no data and closes no connection, like
 * a hanging database or a network that drops packets.
 */
export async function openFreezableConnection(databaseUrl: string) {
  const address = new URL(databaseUrl)
  const folder = address.searchParams.get('host')
  const reach = () =>
    folder
      ? openLine(`${folder}/.s.PGSQL.${address.port || 5432}`)
      : openLine(Number(address.port || 5432), address.hostname)
  const sockets = new Set<Socket>()
  let isFrozen = false
  const server = createServer((near) => {
    const far = reach()
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {})
      if (isFrozen) socket.pause()
    }
    const pass = (from: Socket, to: Socket) => {
      from.on('data', (data) => to.write(data))
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
    pass(near, far)
    pass(far, near)
    if (isFrozen) for (const socket of [near, far]) socket.pause()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const url = new URL(databaseUrl)
  url.searchParams.delete('host')
  url.hostname = '127.0.0.1'
  url.port = String(port)
  return {
    url: url.href,
    freeze: () => {
      isFrozen = true
      for (const socket of sockets) socket.pause()
    },
    thaw: () => {
      isFrozen = false
      for (const socket of sockets) socket.resume()
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
