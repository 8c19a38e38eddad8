import { readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { test as base, expect, type Locator, type Page } from '@playwright/test'
import type axe from 'axe-core'
import { watchRequests } from '../../src/testing/checks/watch-requests.ts'

type Watch = {
  /** Names console messages that this test provokes on purpose, such as those of a failing call. */
  expectConsole: (...messages: RegExp[]) => void
  /** Registers a function that removes shared data at the end of the test, even if the test fails. */
  afterwards: (undo: () => Promise<unknown>) => void
}

export const test = base.extend<Watch>({
  context: async ({ context }, use) => {
    const newPage = context.newPage.bind(context)
    context.newPage = async () => openHydrated(await newPage())
    // The server may close an idle connection at the moment of the next request. Browsers then repeat the request, and
    // so does this fetch.
    const fetch = context.request.fetch.bind(context.request)
    context.request.fetch = (address, options) => fetch(address, { maxRetries: 2, ...options })
    await use(context)
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names that a fixture needs from this pattern.
  baseURL: async ({}, use) => use(process.env.HARBOR_URL),
  expectConsole: [
    async ({ page }, use) => {
      const problems: string[] = []
      const expected: RegExp[] = []
      await watchPage(page, (text) => problems.push(text))
      await use((...messages) => expected.push(...messages))
      const surprises = problems.filter((text) => !expected.some((one) => one.test(text)))
      expect(surprises, 'the browser complained').toEqual([])
    },
    { auto: true },
  ],
  afterwards: async ({ page }, use) => {
    const undos: (() => Promise<unknown>)[] = []
    await use((undo) => undos.push(undo))
    // The page is closed first, because its live updates would report the removal.
    await page.goto('about:blank')
    for (const undo of undos.reverse()) await undo()
  },
})

export { expect }

const waits = new WeakMap<Page, () => Promise<void>>()

/** Waits until all requests of a page are done and the browser is idle. */
export async function waitUntilIdle(page: Page): Promise<void> {
  await waits.get(page)?.()
}

/** Makes navigation wait until the page is hydrated. */
function openHydrated(page: Page): Page {
  waits.set(page, watchRequests(page))
  const { goto, reload } = { goto: page.goto.bind(page), reload: page.reload.bind(page) }
  page.goto = async (url, options) => {
    const answer = await goto(url, options)
    if (!options?.waitUntil) await waitUntilHydrated(page)
    return answer
  }
  page.reload = async (options) => {
    const answer = await reload(options)
    await waitUntilHydrated(page)
    return answer
  }
  return page
}

/**
 * Waits until the page is hydrated and reacts to taps. A shopper would repeat a tap without effect, but a test does
 * not.
 */
async function waitUntilHydrated(page: Page) {
  const isHydrated = () => !document.getElementById('site') || document.documentElement.hasAttribute('data-hydrated')
  for (let tries = 0; tries < 600; tries++) {
    // A page that is navigating cannot be queried, so the next attempt repeats the query.
    if (await page.evaluate(isHydrated).catch(() => false)) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function watchPage(page: Page, report: (text: string) => void) {
  page.on('console', (message) => {
    // React reports a hydration mismatch as an error, and in development builds as a warning.
    const isReported = message.type() === 'error' || /hydrat/i.test(message.text())
    if (isReported) report(`console: ${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => report(`fault: ${error.stack ?? error.message}`))
  await page.exposeFunction('reportPolicyViolation', (text: string) => report(`policy: ${text}`))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      const reportViolation = Reflect.get(window, 'reportPolicyViolation')
      reportViolation(`${violatedDirective} blocked ${blockedURI} in ${sourceFile}`)
    })
  })
}

/** The minified copy, because the package's main file is twice as long. */
const axeProgram = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const accessibilityRules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Expects that axe finds no accessibility problem on the page. */
export async function expectAccessible(page: Page, part?: string) {
  await expectNothingFound(page, { type: 'tag', values: accessibilityRules }, part)
}

/**
 * Expects no accessibility problem in light mode and sufficient contrast in dark mode. The modes differ only in
 * contrast. `part` limits the check to an element, such as an open dialog.
 */
export async function expectAccessibleInBothThemes(page: Page, part?: string) {
  await expectAccessible(page, part)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectContrast(page, part)
  await page.emulateMedia({ colorScheme: 'light' })
}

export async function expectContrast(page: Page, part?: string) {
  await expectNothingFound(page, { type: 'rule', values: ['color-contrast'] }, part)
}

async function expectNothingFound(page: Page, runOnly: { type: 'tag' | 'rule'; values: string[] }, part = 'html') {
  // During the change from light to dark, the colors of a button match neither mode.
  await waitUntilStill(page.locator('html'))
  // The axe script is injected once per page, because parsing it takes longer than running it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeProgram)
  const found = await page.evaluate(
    async ({ part, ...options }) => {
      const { run } = Reflect.get(window, 'axe') as typeof axe
      const { violations } = await run(part, options)
      return violations.map(
        ({ id, help, nodes }) => `${id}: ${help}\n${nodes.map((one) => `  ${one.html}`).join('\n')}`,
      )
    },
    // The shop's pages have no frames, and collecting frame results costs as much as the check.
    { part, runOnly, resultTypes: ['violations' as const], preload: false, iframes: false },
  )
  expect(found, 'axe found something').toEqual([])
}

/** Expects that a shopper can read a text: it is on the screen and not covered. */
export async function expectUncovered(text: Locator) {
  const isUncovered = (element: Element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const seen = document.elementFromPoint(left + width / 2, top + height / 2)
    return seen !== null && (element.contains(seen) || seen.contains(element))
  }
  await expect(async () => expect(await text.evaluate(isUncovered)).toBe(true)).toPass({ timeout: 30_000 })
}

/** Waits until all animations have ended, so that positions and colors are final. */
export async function waitUntilStill(part: Locator) {
  await part.evaluate((element) => {
    const moves = element.getAnimations({ subtree: true })
    // The animation of a spinner never ends.
    const ending = moves.filter((move) => Number.isFinite(move.effect?.getComputedTiming().endTime))
    return Promise.allSettled(ending.map((move) => move.finished)).then(() => undefined)
  })
}

/**
 * Signs in with the call of the sign-in dialog, without opening the dialog. The page must be opened or reloaded
 * afterwards.
 */
export async function signIn(page: Page, email = 'shopper@harbor.test', password = 'Harbor2026') {
  const origin = process.env.HARBOR_URL ?? ''
  const answer = await page.request.post('/ajax-web/customer/login', { data: { email, password }, headers: { origin } })
  expect(answer.status(), await answer.text()).toBe(200)
}

type Mail = { to: string; subject: string; text: string; html: string }

/** Returns the newest mail to an address. Waits until the mail arrives in the outbox. */
export async function readMail(to: string, subject?: string): Promise<Mail> {
  let found: Mail | undefined
  await expect(async () => {
    found = await findMail(to, subject)
    expect(found?.to, `a mail to ${to}`).toBe(to)
  }).toPass({ timeout: 30_000 })
  if (!found) throw new Error(`There is no mail to ${to}.`)
  return found
}

async function findMail(to: string, subject?: string): Promise<Mail | undefined> {
  const outbox = join(process.env.HARBOR_DATA_DIR ?? '', 'outbox')
  const files = await readdir(outbox).catch(() => [])
  // The file names begin with the time.
  const names = files
    .filter((name) => name.endsWith('.json') && !name.startsWith('.'))
    .sort()
    .reverse()
  for (const name of names) {
    const mail: Mail = JSON.parse(await readFile(join(outbox, name), 'utf8'))
    if (mail.to === to && (subject === undefined || mail.subject.includes(subject))) return mail
  }
  return undefined
}
