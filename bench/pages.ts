import { request as askServer, type Browser, type Cookie, chromium } from '@playwright/test'
import { orderStatus } from '#features/orders/orders.rules.ts'
import { browserFlags, findBrowser } from '../e2e/support/browser.ts'
import { makeDataFolder, removeDataFolder } from '../src/testing/data-folder.ts'
import { startHarbor } from '../src/testing/started-server.ts'
import { loadLighthouse, type Score, scorePage } from './lighthouse.ts'
import { type Weight, weighPage } from './page-weight.ts'

type Screen = { path: string; isSignedIn: boolean }
type Measured = Screen & { name: string; score: Score; slowed: Score; cold: Weight; warm: Weight }

const publicPaths = [
  '/',
  '/menu',
  '/catalogue',
  '/catalogue/dresses',
  '/search?q=linen',
  '/products/ebb-wrap-midi-dress',
  '/cart',
  '/customer-reviews',
  '/blog',
  '/blog-detail/how-linen-is-washed',
  '/information/Terms',
  '/new-product-test/1',
  '/contact-us',
  '/order-query',
  '/account',
  '/account/resetpassword?token=unknown',
  '/account/confirmemail?token=unknown',
]
const accountPaths = [
  '/account',
  '/account/orderlist',
  '/account/coupon',
  '/account/collect',
  '/account/setting',
  '/account/settingnav',
  '/account/settingcurrency',
  '/account/settinglanguage',
  '/account/changepassword',
  '/checkout/address-book?type=personalCenter',
  '/checkout',
  '/contact-us/tickets',
]
const debugPort = 9333

/** Weighs every screen and has Lighthouse judge it, on the demo shop; `words` narrows to paths that hold one of them. */
export async function measurePages(cache: string, words: string[] = []): Promise<string> {
  const lighthouse = await loadLighthouse(cache)
  const dataDir = await makeDataFolder()
  const server = startHarbor({ DATA_DIR: dataDir, POSTGRES_DURABLE: 'false', DEMO: 'true' })
  const browser = await openBrowser()
  try {
    const origin = await server.opened()
    const { cookies, found } = await visitAccount(origin)
    const devtools = await browser.newBrowserCDPSession()
    const screens: Screen[] = [
      ...publicPaths.map((path) => ({ path, isSignedIn: false })),
      ...[...accountPaths, ...found].map((path) => ({ path, isSignedIn: true })),
    ].filter(({ path }) => words.length === 0 || words.some((word) => path.includes(word)))
    const measured: Measured[] = []
    for (const screen of screens) {
      const given = screen.isSignedIn ? cookies : []
      const url = new URL(screen.path, origin).href
      const weight = await weighPage(browser, url, given)
      // Lighthouse opens its pages beside ours, and leaves the cookies there as they are.
      await devtools.send('Storage.clearCookies')
      await devtools.send('Storage.setCookies', {
        cookies: given.map(({ name, value, domain, path }) => ({ name, value, domain, path })),
      })
      const score = await scorePage(lighthouse, url, debugPort, 'simulate')
      const slowed = await scorePage(lighthouse, url, debugPort, 'devtools')
      const name = nameScreen(screen)
      console.log(
        `${score.scores.join(' ')} ${describeTimes(score)}  ${slowed.scores[0]} ${describeTimes(slowed)}  ${name}  ${score.faults.join(', ')}`,
      )
      measured.push({ ...screen, name, ...weight, score, slowed })
    }
    return writeSection(measured)
  } finally {
    await browser.close()
    await server.stop()
    await removeDataFolder(dataDir)
  }
}

const describeTimes = ({ largestPaint, blocking }: Score) =>
  `${Math.round(largestPaint)} ms, blocked ${Math.round(blocking)} ms`

function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: findBrowser(),
    args: [`--remote-debugging-port=${debugPort}`, ...browserFlags],
  })
}

type Found = { id: string; order_status_id: number; products: { id: string; review: object | null }[] }

/** Signs the demo shopper in, and finds the screens whose address holds an id of the demo data. */
async function visitAccount(origin: string): Promise<{ cookies: Cookie[]; found: string[] }> {
  const asked = await askServer.newContext({ baseURL: origin })
  const data = { email: 'shopper@harbor.test', password: 'Harbor2026' }
  await asked.post('/ajax-web/customer/login', { data, headers: { origin } })
  const orders: Found[] = (await (await asked.get('/rest/order?limit=100')).json()).data
  const pathIn = async (path: string, pattern: RegExp) => {
    const html = (await (await asked.get(path)).text()).replaceAll('&amp;', '&')
    return pattern.exec(html)?.[0] ?? ''
  }
  const received = orders.filter((order) => order.order_status_id === orderStatus.complete)
  const reviewPath = (isWritten: boolean) => {
    const order = received.find(({ products }) => products.some(({ review }) => Boolean(review) === isWritten))
    const line = order?.products.find(({ review }) => Boolean(review) === isWritten)
    return order && line ? `/account/review/${order.id}/${line.id}?${isWritten ? 'view' : 'write'}=1` : ''
  }
  const words = {
    email: data.email,
    problem_type: 6,
    message: 'Where is my parcel? It should have been here on Monday.',
  }
  const sent = await (await asked.post('/rest/contact', { data: words, headers: { origin } })).json()
  const found = [
    `/contact-us/tickets/${sent.data.id}`,
    `/account/order/${orders[0]?.id}`,
    await pathIn('/account/orderlist?return=1', /\/returndetail\/\w+/),
    await pathIn('/account/orderlist', /\/payment\?[^"]+/),
    `/return/${received[0]?.id}/${received[0]?.products[0]?.id}`,
    reviewPath(false),
    reviewPath(true),
  ].filter((path) => path !== '')
  const { cookies } = await asked.storageState()
  await asked.dispose()
  return { cookies: cookies as Cookie[], found }
}

/** Ids and tokens in addresses differ from run to run. */
function nameScreen({ path, isSignedIn }: Screen): string {
  const plain = path.replace(/\/(order|returndetail|return|review|tickets)\/\w+(\/\w+)?/, '/$1/…').replace(/\?.*/, '')
  const kind = /\?(write|view)=/.exec(path)?.[1]
  return `${plain}${kind ? ` (${kind})` : ''}${isSignedIn ? '' : ', guest'}`
}

function writeSection(measured: Measured[]): string {
  const round = (value: number, digits = 0) => value.toFixed(digits)
  const scores = measured.map(({ name, score }) =>
    [
      name,
      ...score.scores,
      round(score.firstPaint),
      round(score.largestPaint),
      round(score.blocking),
      round(score.shift, 3),
    ].join(' | '),
  )
  const weights = measured.map(({ name, cold, warm }) =>
    [
      name,
      round(cold.html, 1),
      round(cold.script, 1),
      round(cold.style, 1),
      round(cold.font, 1),
      round(cold.image),
      cold.requests,
      round(warm.html + warm.script + warm.style + warm.font + warm.image, 1),
      warm.requests,
    ].join(' | '),
  )
  return [
    'Lighthouse, mobile, simulated slow 4G and a processor four times slower. Times in milliseconds. Screens that are nobody else’s',
    'business, or another list of the same, ask search engines to stay away: that alone takes them to 63 or 66 for SEO.',
    '',
    '| Screen | Performance | Accessibility | Best practices | SEO | First paint | Largest paint | Blocking | Shift |',
    '|---|---|---|---|---|---|---|---|---|',
    ...scores.map((line) => `| ${line} |`),
    '',
    'Weights in kB over the wire, compressed with brotli, headers included, on the first visit and on the next (warm).',
    '',
    '| Screen | HTML | JavaScript | CSS | Fonts | Pictures | Requests | Warm, all | Warm requests |',
    '|---|---|---|---|---|---|---|---|---|',
    ...weights.map((line) => `| ${line} |`),
    '',
  ].join('\n')
}
