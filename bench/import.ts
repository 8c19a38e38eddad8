import { Readable } from 'node:stream'
import { Client } from 'pg'
import { hashSecret } from '#features/staff/server/people/staff-actor.service.ts'
import { newId, newToken } from '#server/database/ids.ts'
import { borrowEmbeddedPostgres } from '#server/embedded-postgres.ts'
import { startServer } from './processes.ts'
import { readProcessorMs, readTreeMegabytes, type Spent } from './processor.ts'

// `node bench/import.ts <folder> [products]`, after `npm run build`. The command opens a new shop in a folder, served
// as in production, and imports files as staff do. It prints the time, the CPU time of server and PostgreSQL, the peak
// memory, and the speed of the lists.

const [folder = '', wanted = '100000'] = process.argv.slice(2)
const products = Number(wanted)
const server = await startServer(folder)
const { url } = await borrowEmbeddedPostgres({ dataDir: folder })
const client = new Client({ connectionString: url })
await client.connect()
const key = `hk_live_${newToken()}`
await client.query(
  `insert into staff_keys (id, name, key_hash, ending, scopes, created_by, created_at) values ($1, 'bench', $2, '', $3, 'bench', now())`,
  [newId(), hashSecret(key), ['imports:write', 'catalogue:write', 'stock:write']],
)
/**
 * The peak memory of the server alone, and of the server and its PostgreSQL together. Shared memory is counted once.
 */
const peak = { server: 0, all: 0 }
const watching = setInterval(() => {
  const { own, all } = readTreeMegabytes(server.pid, folder)
  peak.server = Math.max(peak.server, own)
  peak.all = Math.max(peak.all, all)
}, 200)

const colors = ['Sand', 'Clay', 'Navy', 'Moss', 'Plum', 'Slate']
const kinds = ['Dresses', 'Coats', 'Knitwear', 'Trousers', 'Shirts', 'Shoes', 'Bags', 'Scarves']
const head =
  'handle,name,description,status,categories,option1_name,option1_value,option2_name,option2_value,sku,stock,price\n'

async function* writeFile(from: number, to: number): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  let text = head
  for (let at = from; at < to; at++) {
    const kind = kinds[at % kinds.length]
    const color = colors[at % colors.length]
    for (const size of ['S', 'M', 'L']) {
      const own = size === 'S' ? `${color} ${kind} ${at},Soft and warm number ${at} of our ${kind},live,${kind}` : ',,,'
      text += `piece-${at},${own},Color,${color},Size,${size},P${at}-${size},${at % 40},${20 + (at % 180)}.00\n`
    }
    if (text.length > 60_000) {
      yield encoder.encode(text)
      text = ''
    }
  }
  yield encoder.encode(text)
}

type Import = { id: string; status: string; done: number; preview: object }

async function ask(method: 'GET' | 'POST', path: string, body?: AsyncGenerator<Uint8Array>): Promise<Import> {
  const answer = await fetch(`http://127.0.0.1:${server.port}/staff-api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'if-match': '*', ...(body && { 'content-type': 'text/csv' }) },
    ...(body && { body: Readable.toWeb(Readable.from(body)) as ReadableStream<Uint8Array>, duplex: 'half' }),
  })
  if (!answer.ok) throw new Error(`${method} ${path} answers ${answer.status}: ${await answer.text()}`)
  return ((await answer.json()) as { data: Import }).data
}

const sumOf = ({ server, database }: Spent) => server + database

async function bring(from: number, to: number): Promise<void> {
  const started = performance.now()
  const before = readProcessorMs(server.pid, folder)
  const { id, preview } = await ask(
    'POST',
    '/imports?kind=products&format=csv&file_name=bench.csv',
    writeFile(from, to),
  )
  const previewed = performance.now()
  let state = await ask('POST', `/imports/${id}/run`)
  while (state.status !== 'done') {
    await new Promise((resolve) => setTimeout(resolve, 500))
    state = await ask('GET', `/imports/${id}`)
  }
  const seconds = (since: number, until: number) => Math.round((until - since) / 100) / 10
  const took = { previewSeconds: seconds(started, previewed), runSeconds: seconds(previewed, performance.now()) }
  const processorSeconds = Math.round(sumOf(readProcessorMs(server.pid, folder)) - sumOf(before)) / 1000
  const megabytes = { peakServerMegabytes: Math.round(peak.server), peakWithPostgresMegabytes: Math.round(peak.all) }
  process.stdout.write(`${JSON.stringify({ preview, done: state.done, ...took, processorSeconds, ...megabytes })}\n`)
}

async function timeLists(): Promise<void> {
  const lists = ['', '?category=dresses', '?page=3', '?sort=price_asc', '?q=navy', '?category=coats&size=M']
  for (const query of lists) {
    const times: number[] = []
    for (let round = 0; round < 45; round++) {
      const started = performance.now()
      const answer = await fetch(`http://127.0.0.1:${server.port}/rest/products${query}`)
      await answer.text()
      if (!answer.ok) throw new Error(`${query} answers ${answer.status}`)
      if (round >= 5) times.push(performance.now() - started)
    }
    times.sort((a, b) => a - b)
    process.stdout.write(`list${query || '?'} ${times[20]?.toFixed(1)} ms\n`)
  }
}

await bring(0, 2000)
await client.query('analyze')
await timeLists()
await bring(2000, products)
await client.query('analyze')
await timeLists()
clearInterval(watching)
await client.end()
await server.stop()
