import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createShopRouter } from '#app/router.tsx'

const router = createShopRouter({} as never)
const patterns = Object.keys(router.routesByPath)

type Link = string | ((...words: string[]) => string)
const links = Object.entries(
  import.meta.glob<Record<string, Link>>('../../../links/*.links.ts', { eager: true }),
).flatMap(([file, exported]) =>
  Object.entries(exported).map(([name, link]) => ({
    name: `${name} of ${file}`,
    address: typeof link === 'string' ? link : link('x', 'x'),
  })),
)

/** Returns the pattern of the screen at an address. */
function findPattern(address: string): string | undefined {
  const { pathname } = new URL(address, 'http://harbor.test')
  const [, , found] = router.getMatchedRoutes(pathname)
  return found?.fullPath
}

test.each(links)('opens a screen with the link $name', ({ address }) => {
  expect(findPattern(address)).toBeTypeOf('string')
})

test('has a link for every screen', () => {
  const linked = new Set(links.map(({ address }) => findPattern(address)))
  expect(patterns.filter((pattern) => !linked.has(pattern))).toEqual([])
})

/** The first path segments of the screens: `account`, `returndetail`. */
const firstWords = new Set(patterns.map((pattern) => pattern.split('/')[1]).filter(Boolean))
const screenPath = new RegExp(
  `['"\`](?:\\$\\{[\\w.]*[uU]rl\\})?/(?:${[...firstWords].join('|')})(?=[/?#'"\`$])|(?:href|to)=\\{?['"]/['"]`,
)
// Exceptions are places that the router's types check, and addresses of images that start like addresses of the
// catalog.
const checked =
  /getRouteApi\(|^ {2}path: '|useSearch\(\{ from: |^\s*(?:\*|\/\/|\/\*)|app\.get\('\/catalogue\/:file'|\/catalogue\/(?:p-)?\$\{/

function listWritten(file: string, source: string): string[] {
  return source.split('\n').flatMap((line, index) => {
    const isWritten = screenPath.test(line) && !checked.test(line)
    return isWritten ? [`${file}:${index + 1} ${line.trim()}`] : []
  })
}

test('uses links instead of handwritten addresses of screens', () => {
  const files = globSync('src/**/*.{ts,tsx}').filter(
    // The audit log's sentences are listed by call, and some calls have the path of a screen.
    (file) => !/\.test\.tsx?$|^src\/(?:links|testing|build)\/|\/audit-\w+\.rules\.ts$/.test(file),
  )
  expect(files.flatMap((file) => listWritten(file, readFileSync(file, 'utf8')))).toEqual([])
})

test.each([
  ['<AppLink href="/account/orderlist">', true],
  ['href: `/account/order/$' + '{order.id}`', true],
  ['href: `$' + '{shop.publicUrl}/returndetail/$' + '{id}`', true],
  ["router.navigate({ href: '/cart', replace: true })", true],
  ['<AppLink href="/">', true],
  ["const route = getRouteApi('/account')", false],
  ["path: '/rest/order',", false],
  ['href={orderLink(order.id)}', false],
])('decides whether %s is a handwritten address: %s', (line, isWritten) => {
  expect(listWritten('a.tsx', line).length > 0).toBe(isWritten)
})

test("shows search engines only the shop and its texts, without shoppers' pages, searches and forms", () => {
  const shown = patterns.filter((pattern) => findRoute(pattern)?.options.staticData?.isForSearchEngines)
  expect(shown.sort()).toEqual([
    '/',
    '/blog',
    '/blog-detail/$handle',
    '/catalogue',
    '/catalogue/$category',
    '/contact-us',
    '/customer-reviews',
    '/information/$title',
    '/new-product-test/$id',
    '/products/$handle',
  ])
})

function findRoute(pattern: string) {
  return Object.entries(router.routesByPath).find(([path]) => path === pattern)?.[1]
}
