import { assembleShop } from '#app/assemble-shop.ts'
import { parseConfig } from '#app/config.ts'
import { createShopApi } from '#app/shop-api.ts'
import { openShopDatabase } from '#app/shop-database.ts'
import { commandImport, getImport } from '#features/imports/server/imports.service.ts'
import { receiveImport } from '#features/imports/server/receive-import.service.ts'
import { workImports } from '#features/imports/server/work-imports.service.ts'
import { createLog } from '#server/log.ts'

// `node bench/import.ts <folder> [products]`: a shop of its own in a folder, filled by one file; says how long it took, and how its lists fare.

const [folder = '', wanted = '100000'] = process.argv.slice(2)
const products = Number(wanted)
const config = parseConfig({ DATA_DIR: folder, DEMO: 'false' })
const log = createLog('warn')
const { db, close } = await openShopDatabase(config, { onProgress: () => {}, onError: () => {} })
const shop = assembleShop(config, db, log)
const api = createShopApi(shop)
let peak = 0
const watching = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage().rss)
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

async function bring(from: number, to: number): Promise<void> {
  const started = performance.now()
  const given = { kind: 'products', format: 'csv', fileName: 'bench.csv', currency: 'USD', by: 'bench' } as const
  const id = await receiveImport(shop, given, writeFile(from, to))
  const previewed = performance.now()
  await db.transaction((tx) => commandImport({ ...shop, db: tx }, id, 'run'))
  await workImports(shop)
  const { preview, done } = await getImport(shop, id)
  const seconds = (since: number, until: number) => Math.round((until - since) / 100) / 10
  process.stdout.write(
    `${JSON.stringify({ preview, done, previewSeconds: seconds(started, previewed), runSeconds: seconds(previewed, performance.now()), peakMegabytes: Math.round(peak / 1e6) })}\n`,
  )
}

async function timeLists(): Promise<void> {
  const lists = ['', '?category=dresses', '?page=3', '?sort=price_asc', '?q=navy', '?category=coats&size=M']
  for (const query of lists) {
    const times: number[] = []
    for (let round = 0; round < 25; round++) {
      const started = performance.now()
      const answer = await api.request(`/rest/products${query}`, {}, { visitorIp: '10.0.0.1' })
      await answer.text()
      if (!answer.ok) throw new Error(`${query} answers ${answer.status}`)
      if (round >= 5) times.push(performance.now() - started)
    }
    times.sort((a, b) => a - b)
    process.stdout.write(`list${query || '?'} ${times[10]?.toFixed(1)} ms\n`)
  }
}

await bring(0, 2000)
await db.execute('analyze')
await timeLists()
await bring(2000, products)
await db.execute('analyze')
await timeLists()
clearInterval(watching)
await close()
