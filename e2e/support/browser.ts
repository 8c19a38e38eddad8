import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

// The headless shell draws no windows, which halves the time of the browser tests.
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Finds the browser for the tests: the browser in CHROMIUM_PATH, or the first installed browser. */
export function findBrowser(): string | undefined {
  const { CHROMIUM_PATH: given, PATH = '' } = process.env
  if (given) return given
  const onPath = names.flatMap((name) => PATH.split(delimiter).map((folder) => join(folder, name)))
  return [...onPath, ...places].find(isProgram)
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const quiet = [
  // Font hinting rounds the width of each character to whole pixels. Phones do not hint, but Chromium's headless shell
  // does by default.
  '--font-render-hinting=none',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * Browser flags that keep all requests within the shop. The sandbox is off for root, because it does not work there.
 */
export const browserFlags = process.getuid?.() === 0 ? ['--no-sandbox', ...quiet] : quiet
