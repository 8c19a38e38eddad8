import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { watchRequests } from '../../src/testing/checks/watch-requests.ts'
import { makeDataFolder, removeDataFolder } from '../../src/testing/processes/data-folder.ts'
import { startHarbor } from '../../src/testing/processes/started-server.ts'
import { browserFlags, findBrowser } from '../support/browser.ts'
import { pictures } from './screens.ts'

type Theme = 'light' | 'dark'

const target = fileURLToPath(new URL('../../docs/pictures/', import.meta.url))
// 1,600 pixels: the largest width in the README on a high-density screen.
const widest = 1600
const gap = 28
const dataDir = await makeDataFolder()
const server = startHarbor({ DATA_DIR: dataDir, POSTGRES_DURABLE: 'false', DEMO: 'true' })
const address = await server.opened()
const executablePath = findBrowser()
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: browserFlags })
try {
  await mkdir(target, { recursive: true })
  for (const theme of ['light', 'dark'] as const) for (const picture of pictures) await take(picture, theme)
} finally {
  await browser.close()
  await server.stop()
  await removeDataFolder(dataDir)
}

async function take({ name, width, height, screens }: (typeof pictures)[number], theme: Theme) {
  const shots: Buffer[] = []
  for (const { path, as, tap } of screens) {
    const isPhone = width < 500
    const context = await browser.newContext({
      viewport: { width, height },
      deviceScaleFactor: 2,
      isMobile: isPhone,
      hasTouch: isPhone,
      baseURL: address,
      locale: 'en-US',
      timezoneId: 'UTC',
      colorScheme: theme,
      // Reduced motion, so that no picture shows a half-finished animation.
      reducedMotion: 'reduce',
    })
    await signIn(context, as)
    const page = await context.newPage()
    const waitUntilIdle = watchRequests(page)
    await page.goto(path)
    if (tap) await page.locator(tap).first().click()
    await waitUntilStill(page, waitUntilIdle)
    shots.push(await page.screenshot())
    await context.close()
  }
  const file = `${target}${name}-${theme}.webp`
  const { size } = await (await joinSideBySide(shots, { width: width * 2, height: height * 2 })).toFile(file)
  console.log(`${name}-${theme}.webp ${Math.round(size / 1000)} kB`)
}

async function signIn({ request }: BrowserContext, as: 'guest' | 'shopper' | 'staff') {
  const headers = { origin: address }
  if (as === 'shopper') {
    const data = { email: 'shopper@harbor.test', password: 'Harbor2026' }
    await request.post('/ajax-web/customer/login', { data, headers, failOnStatusCode: true })
  }
  if (as === 'staff') {
    const form = { email: 'owner@harbor.test', password: 'Harbor2026-staff' }
    await request.post('/staff/sign-in', { form, headers, failOnStatusCode: true })
  }
}

async function waitUntilStill(page: Page, waitUntilIdle: () => Promise<void>) {
  await waitUntilIdle()
  await page.evaluate(async () => {
    await document.fonts.ready
    const isLoaded = ({ complete, loading }: HTMLImageElement) => complete || loading === 'lazy'
    while (![...document.images].every(isLoaded)) await new Promise((resolve) => setTimeout(resolve, 50))
  })
}

/**
 * Joins screens with rounded corners on a transparent background, because the page around the picture may be light or
 * dark.
 */
async function joinSideBySide(shots: Buffer[], { width, height }: { width: number; height: number }) {
  const space = gap * 2
  const whole = shots.length * (width + space) - space
  const factor = Math.min(1, widest / whole)
  const scale = (length: number) => Math.round(length * factor)
  const radius = width < 1000 ? 48 : 20
  const corners = Buffer.from(
    `<svg width="${width}" height="${height}"><rect width="${width}" height="${height}" rx="${radius}"/></svg>`,
  )
  const edge = Buffer.from(
    `<svg width="${width}" height="${height}"><rect x="1" y="1" width="${width - 2}" height="${height - 2}" rx="${radius}" fill="none" stroke="#808a90" stroke-opacity="0.5" stroke-width="2"/></svg>`,
  )
  const rounded = shots.map(async (shot, index) => ({
    input: await sharp(
      await sharp(shot)
        .composite([{ input: edge }, { input: corners, blend: 'dest-in' }])
        .png()
        .toBuffer(),
    )
      .resize(scale(width), scale(height))
      .toBuffer(),
    left: scale(index * (width + space)),
    top: 0,
  }))
  const empty = {
    width: scale(whole),
    height: scale(height),
    channels: 4 as const,
    background: { r: 0, g: 0, b: 0, alpha: 0 },
  }
  return sharp({ create: empty })
    .composite(await Promise.all(rounded))
    .webp({ quality: 82, effort: 6 })
}
