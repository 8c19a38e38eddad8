import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { APIRequestContext } from '@playwright/test'
import { findKind, readLinks } from './support/links.ts'
import { expect, signIn, test } from './support/test.ts'

const checker = fileURLToPath(new URL('../node_modules/vnu-jar/build/dist/vnu.jar', import.meta.url))
const maxPages = 80
/** The starting points of the crawl, and pages that no link leads to. */
const starts = [
  ...[
    '/',
    '/account',
    '/account/setting',
    '/account/orderlist',
    '/cart',
    '/checkout',
    '/search?q=linen',
    '/order-query',
  ],
  ...['/account/collect', '/account/changepassword', '/reset-password?token=x', '/confirm-email?token=x'],
  ...['/docs/api', '/docs/staff-api', '/no/such/page', '/account/order/nothing', '/products/nothing'],
]

type Page = { name: string; html: string }

/** Collects one server-rendered page of each kind that can be reached by links. */
async function collectPages(request: APIRequestContext, who: string): Promise<Page[]> {
  const pages: Page[] = []
  const queue = [...starts]
  const kinds = new Set<string>()
  for (let address = queue.shift(); address && pages.length < maxPages; address = queue.shift()) {
    const kind = starts.includes(address) ? address : findKind(address)
    if (kinds.has(kind) || !address.startsWith('/')) continue
    kinds.add(kind)
    const answer = await request.get(address)
    if (!answer.headers()['content-type']?.includes('text/html')) continue
    const html = await answer.text()
    pages.push({ name: `${address} as a ${who}`, html })
    queue.push(...readLinks(html))
  }
  return pages
}

type Message = { type: string; url: string; message: string; extract?: string }

/** Runs the W3C's checker once for all pages and returns its messages. */
async function checkPages(pages: Page[]): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'harbor-html-'))
  try {
    // The checker does not know recent CSS. The browser and the linter check the styles instead.
    const leaveOutRules = (html: string) => html.replace(/(<style[^>]*>)[\s\S]*?(?=<\/style>)/g, '$1')
    for (const [at, { html }] of pages.entries()) await writeFile(join(folder, `${at}.html`), leaveOutRules(html))
    // The run takes a few seconds, so full optimization by the JIT would take twice the time that it saves.
    const quickly = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC']
    const words = [...quickly, '-jar', checker, '--format', 'json', '--exit-zero-always', '--skip-non-html', folder]
    const output = await new Promise<string>((resolve, reject) => {
      execFile('java', words, { maxBuffer: 64 * 1024 * 1024 }, (error, _, said) =>
        error ? reject(error) : resolve(said),
      )
    })
    const { messages } = JSON.parse(output) as { messages: Message[] }
    // The notes about trailing slashes are ignored: React closes elements in this way, which HTML allows. `pathLength`
    // of circles is ignored too: the checker knows SVG 1.1, and SVG 2 has this attribute.
    const isKnown = ({ type, message }: Message) =>
      (type === 'info' && message.startsWith('Trailing slash')) ||
      message.startsWith('Attribute “pathLength” not allowed on element “circle”')
    const told = messages.filter((message) => !isKnown(message))
    return told.map(({ url, message, extract = '' }) => {
      return `${pages[Number.parseInt(basename(url), 10)]?.name}: ${message} … ${extract.replaceAll('\n', ' ')}`
    })
  } finally {
    await rm(folder, { recursive: true })
  }
}

test("passes the W3C's checker on every page, as a guest and signed in", async ({ page }) => {
  if (spawnSync('java', ['-version']).status !== 0) {
    test.info().annotations.push({ type: 'not tried', description: 'There is no Java for the W3C’s checker.' })
    return
  }
  const pages = await collectPages(page.request, 'guest')
  await signIn(page)
  pages.push(...(await collectPages(page.request, 'shopper')))
  // The crawl must reach all areas of the shop.
  for (const path of ['/blog', '/account/order/', '/returndetail/', '/products/', '/contact-us/tickets/', '/payment']) {
    expect(
      pages.some(({ name }) => name.startsWith(path)),
      path,
    ).toBe(true)
  }
  // Search engines and link previews need a photo instead of a drawing.
  const named = pages.flatMap(({ html }) => [
    ...html.matchAll(/property="og:image" content="([^"]+)"|"image":\s*"([^"]+)"/g),
  ])
  const pictures = new Set(named.map(([, shared, found]) => shared ?? found ?? ''))
  expect([...pictures].filter((one) => !/\.(?:jpe?g|png|webp)$/.test(one))).toEqual([])
  const [picture = ''] = pictures
  expect((await page.request.get(new URL(picture).pathname)).headers()['content-type']).toBe('image/jpeg')
  const bad = {
    name: 'a bad page',
    html: '<!doctype html><html lang="en"><title>x</title><span><h2>x</h2></span></html>',
  }
  const problems = await checkPages([...pages, bad])
  expect(problems.filter((one) => !one.startsWith(bad.name))).toEqual([])
  expect(problems.length, 'the checker would have said something').toBeGreaterThan(0)
})
