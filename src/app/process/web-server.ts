import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { CannotStart } from '#server/cannot-start.ts'

/** Timeouts in milliseconds, so that a client that sends or reads byte by byte cannot hold a connection forever. */
const clientTimeouts = {
  headersTimeout: 15_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 10_000,
  connectionsCheckingInterval: 5_000,
  /** The time without a byte in either direction. Live updates send a heartbeat every 20 seconds. */
  silenceTimeout: 90_000,
}

type Options = {
  settings?: Settings
  limits?: typeof clientTimeouts
  /**
   * Returns true for a response that ends only when the server ends it, such as an event stream. A stop does not wait
   * for such responses.
   */
  isEndless?: (request: IncomingMessage) => boolean
  /** Returns the time in milliseconds for a request that may arrive slower than others. */
  findArrivalTimeout?: (request: IncomingMessage) => number | undefined
  /** Called for a fault outside of any request. */
  onFault?: (error: unknown) => void
}

/**
 * Opens the port at once, so that a taken port is detected before anything else starts. Requests before `answerWith`
 * wait for it.
 */
export async function openWebServer(host: string, port: number, options: Options = {}) {
  const { settings = { host: 'HOST', port: 'PORT' }, isEndless = () => false, onFault = () => {} } = options
  const { findArrivalTimeout = () => undefined } = options
  const { promise: ready, resolve } = Promise.withResolvers<RequestListener>()
  let known: RequestListener | undefined
  const answerWith = (listener: RequestListener) => {
    known ??= listener
    resolve(listener)
  }
  const { silenceTimeout, requestTimeout, ...timeouts } = options.limits ?? clientTimeouts
  const traffic = createTraffic()
  // 0: Node has one `requestTimeout` for all requests, but a large import may take longer than others.
  // `limitArrivalTime` replaces `requestTimeout`.
  const server = createServer({ ...timeouts, requestTimeout: 0 }, (request, response) => {
    if (hasSeveralHosts(request)) return refuseSeveralHosts(response)
    if (hasBody(request)) limitArrivalTime(request, findArrivalTimeout(request) ?? requestTimeout)
    // Every part of a broken connection emits an error. Without a listener, it would end the process.
    request.on('error', () => {})
    response.on('error', () => {})
    traffic.begin(request, response, isEndless(request))
    const answering = known ? answerReady(known, request, response) : answerBeforeReady(ready, request, response)
    answering.catch((error: unknown) => {
      onFault(error)
      if (!response.headersSent) response.writeHead(500)
      response.end()
    })
  })
  server.setTimeout(silenceTimeout)
  server.on('connection', traffic.trackSocket)
  await listen(server, host, port, settings)
  // For example, too many files are open. Open connections continue.
  server.on('error', onFault)
  return {
    server,
    port: portOf(server),
    answerWith,
    drain: (patience: DrainTimeouts) => drain(server, traffic, patience),
    close: () => closeServer(server),
  }
}

/** Returns the port of a server that listens on TCP. */
function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The web server does not listen on a port.')
  return address.port
}

/** Answers health checks before the shop is ready. All other requests wait for the start. */
async function answerBeforeReady(ready: Promise<RequestListener>, request: IncomingMessage, response: ServerResponse) {
  const path = request.url?.split('?')[0]
  if (path !== '/healthz' && path !== '/readyz' && path !== '/readyz/shoppers') return (await ready)(request, response)
  const [status, text] = path === '/healthz' ? [200, 'ok'] : [503, 'The shop is starting.']
  response.writeHead(status, { 'content-type': 'text/plain', 'cache-control': 'no-store' }).end(text)
}

async function answerReady(answer: RequestListener, request: IncomingMessage, response: ServerResponse): Promise<void> {
  await answer(request, response)
}

/**
 * Returns whether a request has several Host headers. Node refuses a request without a Host header. Of several Host
 * headers, Node uses the first, while a proxy may have used the last.
 */
function hasSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  // The list alternates names and values.
  return rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === 'host').length > 1
}

function refuseSeveralHosts(response: ServerResponse): void {
  response
    .writeHead(400, { 'content-type': 'text/plain', connection: 'close' })
    .end('A request must have one Host header.\n')
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
}

/** Closes the connection of a request whose body has not arrived in time. */
function limitArrivalTime(request: IncomingMessage, maxMs: number): void {
  const arriving = setTimeout(() => request.socket.destroy(), maxMs)
  const cancelTimer = () => clearTimeout(arriving)
  request.once('end', cancelTimer).once('close', cancelTimer)
}

/** Tracks the open connections, and tells clients when the server stops. */
function createTraffic() {
  const sockets = new Set<Socket>()
  let moves = 0
  const endless = new Set<Socket>()
  const answering = new Set<ServerResponse>()
  let isLast = false
  const announceClose = (response: ServerResponse) => {
    if (!response.headersSent) response.setHeader('connection', 'close')
  }
  return {
    trackSocket: (socket: Socket) => {
      moves++
      sockets.add(socket)
      socket.on('close', () => {
        sockets.delete(socket)
        endless.delete(socket)
      })
    },
    begin: ({ socket }: IncomingMessage, response: ServerResponse, isEndlessResponse: boolean) => {
      if (isLast) announceClose(response)
      if (isEndlessResponse) endless.add(socket)
      answering.add(response)
      response.on('close', () => {
        moves++
        answering.delete(response)
      })
    },
    /** Makes every following response the last response of its connection. */
    closeAfterResponse: () => {
      isLast = true
      for (const response of answering) announceClose(response)
    },
    /** Returns the number of opened connections and finished responses so far. */
    countMoves: () => moves,
    isBusy: () => sockets.size > endless.size,
    /** Ends connections that never sent anything, which Node does not count as idle. */
    closeSilent: () => {
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
    },
  }
}

export type DrainTimeouts = {
  /** The time for running requests, in milliseconds. */
  answersMs: number
  /** The time for a kept-alive connection to send a request that is already on its way, in milliseconds. */
  idleMs: number
}

/**
 * 25 ms: the port closes after this time without new connections and without responses to clients that could return.
 */
const silentMs = 25

/**
 * Refuses new connections and finishes all started requests. A kept-alive connection closes after its next response.
 * Closing the connection at once could lose a request that the client has already sent. The port closes in a moment
 * without traffic, if such a moment comes soon. The kernel accepts connections before the process sees them, and
 * closing the port would drop these connections.
 */
async function drain(server: Server, traffic: ReturnType<typeof createTraffic>, patience: DrainTimeouts) {
  const begunAt = performance.now()
  traffic.closeAfterResponse()
  let before: number
  do {
    before = traffic.countMoves()
    await sleep(silentMs)
    // Connections that the kernel has accepted arrive in the next turn of the event loop.
    await setImmediate()
  } while (traffic.countMoves() > before && performance.now() - begunAt < patience.answersMs / 2)
  // HTTP's `server.close()` would cut connections that are idle at the moment.
  NetServer.prototype.close.call(server)
  while (traffic.isBusy()) {
    const waited = performance.now() - begunAt
    if (waited > patience.answersMs) return
    await sleep(20)
    if (waited < patience.idleMs) continue
    // Idle connections are closed directly after all arrived data was read.
    await setImmediate()
    server.closeIdleConnections()
    traffic.closeSilent()
  }
}

/** Ends the remaining connections: streams and requests that took too long. */
async function closeServer(server: Server): Promise<void> {
  if (server.listening) server.close()
  const count = () => new Promise<number>((resolve) => server.getConnections((_, connections) => resolve(connections)))
  for (let round = 0; round < 10 && (await count()) > 0; round++) {
    server.closeIdleConnections()
    await sleep(20)
  }
  server.closeAllConnections()
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
        `Port ${port} is already in use. Stop the program that uses the port, or set ${settings.port} to another port.`,
      )
    case 'EACCES':
      return new CannotStart(`This user is not allowed to use port ${port}. Set ${settings.port} to a port above 1023.`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new CannotStart(`${settings.host} ${host} is not an address of this machine.`)
  }
  return error
}
