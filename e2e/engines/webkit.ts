import { readdirSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { Driver, Point, Size } from './driver.ts'
import { findFreePort, findProgram, openPrograms, type Programs } from './processes.ts'

/** Finds Debian's WebKitGTK: the programs of `webkit2gtk-driver` and `xvfb`, if both are installed. */
export function findWebKit() {
  const driver = findProgram('WebKitWebDriver')
  const display = findProgram('Xvfb')
  const browser = findMiniBrowser()
  return driver && display && browser ? { driver, display, browser } : undefined
}

function findMiniBrowser(): string | undefined {
  const list = (folder: string) => {
    try {
      return readdirSync(folder)
    } catch {
      return []
    }
  }
  // /usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser. The version differs between releases of Debian.
  const folders = list('/usr/lib').filter((name) => name.endsWith('-linux-gnu'))
  const paths = folders.flatMap((folder) =>
    list(join('/usr/lib', folder))
      .filter((name) => /^webkit2?gtk-/.test(name))
      .map((name) => join('/usr/lib', folder, name, 'MiniBrowser')),
  )
  return findProgram(...paths)
}

type Call = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<unknown>

/** Starts WebKit on its own display and drives it with WebDriver (https://www.w3.org/TR/webdriver/). */
export async function openWebKit(
  { driver, display, browser }: NonNullable<ReturnType<typeof findWebKit>>,
  theme: 'light' | 'dark' = 'light',
): Promise<Driver> {
  const programs = await openPrograms()
  try {
    const screen = await startDisplay(programs, display)
    await writeSettings(programs, theme)
    const port = await findFreePort()
    programs.start(driver, [`--port=${port}`], { stdio: 'ignore', env: makeEnvironment(programs, screen) })
    const call = callAt(`http://127.0.0.1:${port}`)
    await waitUntilReady(call)
    const { sessionId, capabilities } = (await call('POST', '/session', {
      capabilities: {
        alwaysMatch: {
          'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] },
        },
      },
    })) as { sessionId: string; capabilities: { browserVersion: string } }
    const inSession: Call = (method, path, body) => call(method, `/session/${sessionId}${path}`, body)
    return driveWebKit(`WebKitGTK ${capabilities.browserVersion}`, inSession, programs)
  } catch (error) {
    await programs.end()
    throw error
  }
}

/** Writes GTK's settings, which the page's media queries read. */
async function writeSettings({ folder }: Programs, theme: 'light' | 'dark') {
  const settings = join(folder, 'gtk-3.0')
  await mkdir(settings)
  const isDark = theme === 'dark' ? 1 : 0
  await writeFile(
    join(settings, 'settings.ini'),
    `[Settings]\ngtk-enable-animations=0\ngtk-application-prefer-dark-theme=${isDark}\n`,
  )
  // Without toolbar buttons the window can be as narrow as a phone.
  await writeFile(join(settings, 'gtk.css'), 'button, entry, headerbar { min-width: 0; padding: 0; margin: 0; }')
}

async function startDisplay(programs: Programs, display: string): Promise<string> {
  // The display server chooses a free number and writes it to descriptor 3.
  const server = programs.start(
    display,
    ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp', '-noreset'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  )
  const output = server.stdio[3] as Readable
  const number = await new Promise<string>((resolve, reject) => {
    output.once('data', (chunk: Buffer) => resolve(chunk.toString().trim()))
    server.once('exit', () => reject(new Error('Xvfb ended before it had a display.')))
  })
  return `:${number}`
}

function makeEnvironment({ folder }: Programs, display: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    DISPLAY: display,
    LANG: 'en_US.UTF-8',
    LANGUAGE: 'en_US',
    TZ: 'UTC',
    HOME: folder,
    XDG_CONFIG_HOME: folder,
    XDG_CACHE_HOME: folder,
    XDG_DATA_HOME: folder,
    XDG_RUNTIME_DIR: folder,
    GDK_BACKEND: 'x11',
    GSETTINGS_BACKEND: 'memory',
    // Without these variables, GTK starts a message bus and an accessibility bus that outlive the browser.
    DBUS_SESSION_BUS_ADDRESS: 'disabled:',
    NO_AT_BRIDGE: '1',
    // The sandbox needs user namespaces, which containers forbid. The browser opens only the shop's pages.
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
  }
}

function callAt(address: string): Call {
  return async (method, path, body) => {
    const answer = await fetch(`${address}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    })
    const { value } = (await answer.json()) as { value: { error?: string; message?: string } | null }
    if (!answer.ok) throw new Error(`${method} ${path}: ${value?.error} ${value?.message}`)
    return value
  }
}

async function waitUntilReady(call: Call) {
  for (let tries = 0; tries < 300; tries++) {
    if (await call('GET', '/status').catch(() => undefined)) return
    await wait(50)
  }
  throw new Error('WebKitWebDriver does not respond.')
}

function driveWebKit(about: string, call: Call, programs: Programs): Driver {
  const run = (script: string) => call('POST', '/execute/sync', { script, args: [] })
  return {
    about,
    async resize(size) {
      // The window is larger than the page because of its frame, and the page is resized a moment later.
      let asked = size
      for (let tries = 0; tries < 100; tries++) {
        await call('POST', '/window/rect', { x: 0, y: 0, ...asked })
        await wait(30)
        const inner = (await run('return { width: innerWidth, height: innerHeight }')) as Size
        if (inner.width === size.width && inner.height === size.height) return
        const outer = (await call('GET', '/window/rect')) as Size
        asked = {
          width: size.width + outer.width - inner.width,
          height: size.height + outer.height - inner.height,
        }
      }
      throw new Error(`The page does not become ${size.width} × ${size.height} px.`)
    },
    open: async (address) => {
      await call('POST', '/url', { url: address })
    },
    evaluate: async (expression) => (await run(`return ${expression}`)) as string,
    tap: async (point) => {
      await call('POST', '/actions', { actions: [pressAt(point)] })
    },
    type: async (text) => {
      await call('POST', '/actions', { actions: [pressKeys(text)] })
    },
    pressEscape: async () => {
      await call('POST', '/actions', { actions: [pressKeys(escapeKey)] })
    },
    screenshot: async () => Buffer.from((await call('GET', '/screenshot')) as string, 'base64'),
    async close() {
      await call('DELETE', '').catch(() => {})
      await programs.end()
    },
  }
}

/** WebDriver's code point for the Escape key. */
export const escapeKey = '\uE00C'

/** Returns key presses in the format that WebDriver and WebDriver BiDi share. */
export function pressKeys(text: string) {
  const actions = [...text].flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ])
  return { type: 'key', id: 'keyboard', actions }
}

/** Returns a click of the main mouse button in the format that WebDriver and WebDriver BiDi share. */
export function pressAt({ x, y }: Point) {
  return {
    type: 'pointer',
    id: 'mouse',
    parameters: { pointerType: 'mouse' },
    actions: [
      { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ],
  }
}
