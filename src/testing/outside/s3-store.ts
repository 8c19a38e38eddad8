import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach } from 'vitest'

const key = { region: 'eu-central-1', keyId: 'harbor', secret: 's3cr3t/with+signs' }

/** Runs an S3-compatible bucket on this machine. The bucket checks every signature without the shop's code. */
export function s3Store() {
  const bucket = new Map<string, Buffer>()
  const requests: string[] = []
  /** The failures of the next requests, one per entry. */
  const trouble: ('silent' | 'hang up' | number)[] = []
  const parts = { url: '' }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    requests.push(`${request.method} ${request.url}`)
    const problem = trouble.shift()
    if (problem === 'silent') return
    if (problem === 'hang up') request.socket.destroy()
    else if (problem !== undefined) refuse(response, problem, 'SlowDown')
    else answer(bucket, request, body, response)
  })
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    parts.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/pictures`
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  beforeEach(() => {
    requests.length = 0
    trouble.length = 0
  })
  return {
    key,
    bucket,
    requests,
    trouble,
    get url() {
      return parts.url
    },
  }
}

function refuse(response: ServerResponse, status: number, code: string) {
  response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`)
}

function answer(bucket: Map<string, Buffer>, request: IncomingMessage, body: Buffer, response: ServerResponse) {
  const { method, url: path = '' } = request
  if (!isSigned(request, body)) return refuse(response, 403, 'SignatureDoesNotMatch')
  if (!/^\/pictures(?:\/|$)/.test(path)) return refuse(response, 404, 'NoSuchBucket')
  if (method === 'PUT') bucket.set(path, body)
  if (method === 'DELETE') bucket.delete(path)
  const kept = bucket.get(path)
  if (method === 'GET' && !kept) return refuse(response, 404, 'NoSuchKey')
  response.writeHead(method === 'DELETE' ? 204 : 200).end(method === 'GET' ? kept : undefined)
}

/** Checks the signature against the received data, so that a header that was changed on the way is noticed. */
function isSigned({ method, url: path, headers }: IncomingMessage, body: Buffer): boolean {
  const [, day = '', names = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=harbor\/(\d{8})\/eu-central-1\/s3\/aws4_request, SignedHeaders=(\S+), Signature=(\w+)$/.exec(
      headers.authorization ?? '',
    ) ?? []
  const sha = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
  const time = String(headers['x-amz-date'])
  const sentAt = Date.parse(time.replace(/(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\dZ)/, '$1-$2-$3:$4:$5'))
  const isFresh = Math.abs(sentAt - Date.now()) < 15 * 60_000
  const lines = names.split(';').map((name) => `${name}:${headers[name]}\n`)
  const canonical = `${method}\n${path}\n\n${lines.join('')}\n${names}\n${sha(body)}`
  const text = `AWS4-HMAC-SHA256\n${time}\n${day}/eu-central-1/s3/aws4_request\n${sha(canonical)}`
  let sum: Buffer = Buffer.from(`AWS4${key.secret}`)
  for (const part of [day, key.region, 's3', 'aws4_request', text])
    sum = createHmac('sha256', sum).update(part).digest()
  const isBound = ['host', 'x-amz-date', 'x-amz-content-sha256'].every((name) => names.split(';').includes(name))
  return isFresh && isBound && headers['x-amz-content-sha256'] === sha(body) && sum.toString('hex') === signature
}
