import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { CannotStart } from '#server/cannot-start.ts'

/** A client that sends or reads byte by byte must not hold a connection for ever. */
const patienceWithClients = {
  headersTimeout: 15_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 10_000,
  connectionsCheckingInterval: 5_000,
  /** No byte moved either way. Live updates say something every 20 seconds. */
  silenceTimeout: 90_000,
}

type Options = {
  settings?: Settings
  limits?: typeof patienceWithClients
  /** An answer that ends only when we end it, such as a stream of events: nobody waits for it. */
  isEndless?: (request: IncomingMessage) => boolean
  /** For a request that may take longer than others to arrive: how long, in milliseconds. */
  patienceWith?: (request: IncomingMessage) => number | undefined
  /** A fault that no request could answer for. */
  onFault?: (error: unknown) => void
}

/**
 * Takes the port at once, so that a taken one is known before anything else starts;
 * requests that come before `answerWith` wait for it.
 */
export async function openWebServer(host: string, port: number, options: Options = {}) {
  const { settings = { host: 'HOST', port: 'PORT' }, isEndless = () => false, onFault = () => {} } = options
  const { patienceWith = () => undefined } = options
  const { promise: ready, resolve } = Promise.withResolvers<RequestListener>()
  let known: RequestListener | undefined
  const answerWith = (listener: RequestListener) => {
    known ??= listener
    resolve(listener)
  }
  const { silenceTimeout, requestTimeout, ...timeouts } = options.limits ?? patienceWithClients
  const traffic = createTraffic()
  // 0: Node has one `requestTimeout` for all requests, but a large import may arrive for longer than others. `boundArrival` counts instead.
  const server = createServer({ ...timeouts, requestTimeout: 0 }, (request, response) => {
    if (hasSeveralHosts(request)) return refuseSeveralHosts(response)
    if (hasBody(request)) boundArrival(request, patienceWith(request) ?? requestTimeout)
    // Every part of a broken connection emits an error; one without a listener would end the process.
    request.on('error', () => {})
    response.on('error', () => {})
    traffic.begin(request, response, isEndless(request))
    const answering = known ? answerNow(known, request, response) : answerEarly(ready, request, response)
    answering.catch((error: unknown) => {
      onFault(error)
      if (!response.headersSent) response.writeHead(500)
      response.end()
    })
  })
  server.setTimeout(silenceTimeout)
  server.on('connection', traffic.meet)
  await listen(server, host, port, settings)
  // For example, too many open files: connections that are open go on.
  server.on('error', onFault)
  return {
    server,
    port: (server.address() as AddressInfo).port,
    answerWith,
    drain: (patience: DrainPatience) => drain(server, traffic, patience),
    close: () => closeServer(server),
  }
}

/** Whoever watches the process is told that it lives and is not ready yet; everybody else waits for the start. */
async function answerEarly(ready: Promise<RequestListener>, request: IncomingMessage, response: ServerResponse) {
  const path = request.url?.split('?')[0]
  if (path !== '/healthz' && path !== '/readyz' && path !== '/readyz/shoppers') return (await ready)(request, response)
  const [status, text] = path === '/healthz' ? [200, 'ok'] : [503, 'The shop is starting.']
  response.writeHead(status, { 'content-type': 'text/plain', 'cache-control': 'no-store' }).end(text)
}

async function answerNow(answer: RequestListener, request: IncomingMessage, response: ServerResponse): Promise<void> {
  await answer(request, response)
}

/** Node itself refuses a request without a host, but of several it takes the first one, where a proxy may have taken the last. */
function hasSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  // Names and values in turn.
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
function boundArrival(request: IncomingMessage, longestMs: number): void {
  const arriving = setTimeout(() => request.socket.destroy(), longestMs)
  const stopCounting = () => clearTimeout(arriving)
  request.once('end', stopCounting).once('close', stopCounting)
}

/** Tracks open connections: which of them are in use, and which must be told that the server stops. */
function createTraffic() {
  const sockets = new Set<Socket>()
  let moves = 0
  const endless = new Set<Socket>()
  const answering = new Set<ServerResponse>()
  let isLast = false
  const sayLast = (response: ServerResponse) => {
    if (!response.headersSent) response.setHeader('connection', 'close')
  }
  return {
    meet: (socket: Socket) => {
      moves++
      sockets.add(socket)
      socket.on('close', () => {
        sockets.delete(socket)
        endless.delete(socket)
      })
    },
    begin: ({ socket }: IncomingMessage, response: ServerResponse, isWithoutEnd: boolean) => {
      if (isLast) sayLast(response)
      if (isWithoutEnd) endless.add(socket)
      answering.add(response)
      response.on('close', () => {
        moves++
        answering.delete(response)
      })
    },
    /** From now on every answer is the last of its connection. */
    makeLast: () => {
      isLast = true
      for (const response of answering) sayLast(response)
    },
    /** How many connections were opened and answers ended so far. */
    countMoves: () => moves,
    isBusy: () => sockets.size > endless.size,
    /** Those that never asked for anything; Node does not count them as idle. */
    endSilent: () => {
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
    },
  }
}

export type DrainPatience = {
  /** How long requests in flight may take. */
  answersMs: number
  /** How long a connection that is kept open may take to send a request that is on its way. */
  idleMs: number
}

/** The port is closed when for so long nobody came and nobody was answered, who would come again. */
const quietMs = 25

/**
 * Lets nobody new in, and answers everything that has begun. A connection kept open gets its next answer as its last one:
 * closed at once, it could take a request along that the client had already sent. The port closes in a quiet moment, if
 * there is one soon: the kernel takes connections before we hear of them, and would drop those with what they sent.
 */
async function drain(server: Server, traffic: ReturnType<typeof createTraffic>, patience: DrainPatience) {
  const begunAt = performance.now()
  traffic.makeLast()
  let before: number
  do {
    before = traffic.countMoves()
    await sleep(quietMs)
    // Connections that the kernel has already accepted reach us in the next turn of the event loop.
    await setImmediate()
  } while (traffic.countMoves() > before && performance.now() - begunAt < patience.answersMs / 2)
  // Not `server.close()` of HTTP, which cuts connections that are silent at the moment.
  NetServer.prototype.close.call(server)
  while (traffic.isBusy()) {
    const waited = performance.now() - begunAt
    if (waited > patience.answersMs) return
    await sleep(20)
    if (waited < patience.idleMs) continue
    // Right after everything that has arrived was read.
    await setImmediate()
    server.closeIdleConnections()
    traffic.endSilent()
  }
}

/** Ends what is left: streams, and requests that took too long. */
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
