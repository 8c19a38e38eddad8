import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { sealSecret } from '#features/webhooks/server/webhook-secrets.service.ts'
import { newWebhookSecret } from '#features/webhooks/server/webhook-signature.ts'
import { webhookEndpoints } from '#features/webhooks/server/webhooks.tables.ts'
import { newId } from '#server/database/ids.ts'
import type { Shop } from '#server/shop.ts'

type Told = { id: string; type: string; timestamp: string; subject: string; data: Record<string, unknown> }
export type Received = { headers: IncomingHttpHeaders; body: string; payload: Told }

/** Runs a webhook receiver on this machine. The receiver records its requests and responds as a test specifies. */
export function webhookReceiver() {
  const received: Received[] = []
  type Answer = (response: ServerResponse, payload: Told) => void
  const well: Answer = (response) => response.writeHead(204).end()
  let answer = well
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString()
    const payload = JSON.parse(body) as Told
    received.push({ headers: request.headers, body, payload })
    answer(response, payload)
  })
  beforeAll(() => new Promise<void>((done) => server.listen(0, '127.0.0.1', done)))
  beforeEach(() => {
    received.length = 0
    answer = well
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    received,
    get url() {
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}/harbor`
    },
    types: () => received.map(({ payload }) => payload.type),
    answers: (next: Answer) => {
      answer = next
    },
  }
}

export async function addEndpoint(shop: Shop, url: string, events: string[]): Promise<{ id: string; secret: string }> {
  const id = newId()
  const secret = newWebhookSecret()
  const sealedSecret = await sealSecret(shop, secret)
  await shop.db
    .insert(webhookEndpoints)
    .values({ id, url, events, sealedSecret, createdBy: 'Tess', createdAt: shop.clock.now() })
  return { id, secret }
}

/** Verifies a signature like a receiver would: by the specification of Standard Webhooks, without the shop's code. */
export function isSignedWith(secret: string, { headers, body }: Received): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const expected = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
  return String(headers['webhook-signature']).split(' ').includes(expected)
}
