import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CannotStart } from '#server/cannot-start.ts'

/** How long requests in flight may take once the server is asked to stop. */
const patience = 10_000

/** A client that sends its request, or takes its answer, by drops must not hold a connection for ever. */
const patienceWithClients = {
  headersTimeout: 15_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 10_000,
  connectionsCheckingInterval: 5_000,
  /** No byte moved either way. Live updates say something every 20 seconds. */
  silenceTimeout: 90_000,
}

/**
 * Takes the port at once, so that a taken one is known before anything else starts;
 * requests that come before `answerWith` wait for it.
 */
export async function openWebServer(
  host: string,
  port: number,
  settings = { host: 'HOST', port: 'PORT' },
  limits = patienceWithClients,
) {
  const { promise: ready, resolve: answerWith } = Promise.withResolvers<RequestListener>()
  const { silenceTimeout, ...timeouts } = limits
  const server = createServer(timeouts, async (request, response) => (await ready)(request, response))
  server.setTimeout(silenceTimeout)
  await listen(server, host, port, settings)
  return { server, port: (server.address() as AddressInfo).port, answerWith, close: () => closeServer(server) }
}

type Settings = { host: string; port: string }

function listen(server: Server, host: string, port: number, settings: Settings): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explainListen(error, host, port, settings)))
    server.listen(port, host, resolve)
  })
}

function explainListen(error: NodeJS.ErrnoException, host: string, port: number, settings: Settings): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new CannotStart(
        `Port ${port} is already in use: stop what runs there, or set ${settings.port} to another one.`,
      )
    case 'EACCES':
      return new CannotStart(`Port ${port} is not allowed for this user: set ${settings.port} to one above 1023.`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new CannotStart(`${settings.host} ${host} is not an address of this machine.`)
  }
  return error
}

/** Stops listening, lets requests in flight finish, and cuts off those that take too long. */
function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(() => server.closeAllConnections(), patience)
    // A browser keeps its connection after the last answer; that must not look like a request in flight.
    const idle = setInterval(() => server.closeIdleConnections(), 100)
    server.close(() => {
      clearTimeout(late)
      clearInterval(idle)
      resolve()
    })
  })
}
