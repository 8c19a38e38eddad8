import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { APIRequestContext } from '@playwright/test'
import { findKind, readLinks } from './support/links.ts'
import { expect, signIn, test } from './support/test.ts'

const checker = fileURLToPath(new URL('../node_modules/vnu-jar/build/dist/vnu.jar', import.meta.url))
const mostPages = 80
/** Where walks begin; the rest is found from there. What no link of a plain walk leads to is named as well. */
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

/** One page of each kind that links lead to, as the server wrote it. */
async function collectPages(request: APIRequestContext, who: string): Promise<Page[]> {
  const pages: Page[] = []
  const queue = [...starts]
  const kinds = new Set<string>()
  for (let address = queue.shift(); address && pages.length < mostPages; address = queue.shift()) {
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

/** What the W3C's checker says about pages, in one run for all of them. */
async function checkPages(pages: Page[]): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'harbor-html-'))
  try {
    // It knows no styles of the last years; those of a page are held by the browser, and by lint.
    const leaveOutRules = (html: string) => html.replace(/(<style[^>]*>)[\s\S]*?(?=<\/style>)/g, '$1')
    for (const [at, { html }] of pages.entries()) await writeFile(join(folder, `${at}.html`), leaveOutRules(html))
    // For a few seconds' work, code that is optimised to the last costs twice what it saves.
    const quickly = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC']
    const words = [...quickly, '-jar', checker, '--format', 'json', '--exit-zero-always', '--skip-non-html', folder]
    const output = await new Promise<string>((resolve, reject) => {
      execFile('java', words, { maxBuffer: 64 * 1024 * 1024 }, (error, _, said) =>
        error ? reject(error) : resolve(said),
      )
    })
    const { messages } = JSON.parse(output) as { messages: Message[] }
    // Its remarks are about how React closes elements, which is allowed; errors and warnings are about the page.
    // `pathLength` of circles is in SVG 2, which every supported browser draws; the checker knows SVG 1.1.
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
  // The walk got around.
  for (const path of ['/blog', '/account/order/', '/returndetail/', '/products/', '/contact-us/tickets/', '/payment']) {
    expect(
      pages.some(({ name }) => name.startsWith(path)),
      path,
    ).toBe(true)
  }
  // Search engines and shares take photos, no drawings.
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
