import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Driver } from './driver.ts'
import { findProgram, openPrograms, type Programs } from './processes.ts'
import { escapeKey, pressAt, pressKeys } from './webkit.ts'

export function findFirefox(): string | undefined {
  return findProgram('firefox-esr', 'firefox', '/Applications/Firefox.app/Contents/MacOS/firefox')
}

/** Settings that keep all requests within the shop and set the language to English. */
const preferences: Record<string, string | number | boolean> = {
  'remote.active-protocols': 1,
  'app.update.disabledForTesting': true,
  'app.normandy.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.page': 0,
  'browser.safebrowsing.update.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'extensions.update.enabled': false,
  'intl.accept_languages': 'en-US, en',
  'media.gmp-manager.updateEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,#remote-settings-dummy/v1',
  'toolkit.telemetry.server': 'data:,',
  'ui.prefersReducedMotion': 1,
}

type Send = <T = unknown>(method: string, params: object) => Promise<T>

/** Starts Firefox without a window and drives it with WebDriver BiDi (https://www.w3.org/TR/webdriver-bidi/). */
export async function openFirefox(program: string): Promise<Driver> {
  const programs = await openPrograms()
  try {
    const { send, disconnect } = await connect(await startFirefox(programs, program))
    const session = await send<{ capabilities: { browserVersion: string } }>('session.new', { capabilities: {} })
    const { contexts } = await send<{ contexts: { context: string }[] }>('browsingContext.getTree', {})
    const context = contexts[0]?.context ?? ''
    const close = async () => {
      await send('browser.close', {}).catch(() => {})
      disconnect()
      await programs.end()
    }
    return driveFirefox(`Firefox ${session.capabilities.browserVersion}`, send, context, close)
  } catch (error) {
    await programs.end()
    throw error
  }
}

async function startFirefox(programs: Programs, program: string): Promise<string> {
  const profile = join(programs.folder, 'profile')
  await mkdir(profile)
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`)
  await writeFile(join(profile, 'user.js'), lines.join('\n'))
  const words = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0']
  const firefox = programs.start(program, words, {
    stdio: ['ignore', 'ignore', 'pipe'],
    // A separate home folder, because Firefox run by root refuses a home folder that belongs to another user.
    env: { ...process.env, HOME: programs.folder, TZ: 'UTC', MOZ_CRASHREPORTER_DISABLE: '1' },
  })
  return new Promise((resolve, reject) => {
    let output = ''
    const errors = firefox.stderr as Readable
    errors.setEncoding('utf8').on('data', (text: string) => {
      output += text
      const address = /WebDriver BiDi listening on (ws:\S+)/.exec(output)?.[1]
      if (address) resolve(`${address}/session`)
    })
    firefox.once('exit', () => reject(new Error(`Firefox ended before it could be driven:\n${output}`)))
  })
}

async function connect(address: string): Promise<{ send: Send; disconnect: () => void }> {
  const socket = new WebSocket(address)
  const waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>()
  let last = 0
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true })
    socket.addEventListener('error', () => reject(new Error('Firefox does not take a connection.')), { once: true })
  })
  socket.addEventListener('message', ({ data }) => {
    const { id, type, result, error, message } = JSON.parse(String(data))
    const asked = waiting.get(id)
    waiting.delete(id)
    if (type === 'error') asked?.reject(new Error(`${error}: ${message}`))
    else asked?.resolve(result as never)
  })
  socket.addEventListener('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('Firefox has closed the connection.'))
    waiting.clear()
  })
  return {
    send: (method, params) =>
      new Promise((resolve, reject) => {
        const id = ++last
        waiting.set(id, { resolve, reject })
        socket.send(JSON.stringify({ id, method, params }))
      }),
    disconnect: () => socket.close(),
  }
}

function driveFirefox(about: string, send: Send, context: string, close: () => Promise<void>): Driver {
  const perform = (actions: object[]) => send('input.performActions', { context, actions })
  return {
    about,
    resize: async (viewport) => {
      await send('browsingContext.setViewport', { context, viewport, devicePixelRatio: 1 })
    },
    open: async (url) => {
      await send('browsingContext.navigate', { context, url, wait: 'interactive' })
    },
    async evaluate(expression) {
      type Answer = { result?: { value: string }; exceptionDetails?: { text: string } }
      const { result, exceptionDetails } = await send<Answer>('script.evaluate', {
        expression,
        target: { context },
        awaitPromise: false,
      })
      if (!result) throw new Error(exceptionDetails?.text)
      return result.value
    },
    tap: async (point) => {
      await perform([pressAt(point)])
    },
    type: async (text) => {
      await perform([pressKeys(text)])
    },
    pressEscape: async () => {
      await perform([pressKeys(escapeKey)])
    },
    screenshot: async () => {
      const { data } = await send<{ data: string }>('browsingContext.captureScreenshot', { context })
      return Buffer.from(data, 'base64')
    },
    close,
  }
}
