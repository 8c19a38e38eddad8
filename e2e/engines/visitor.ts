import { setTimeout as wait } from 'node:timers/promises'
import type { Driver } from './driver.ts'
import { type AttachedFile, attachFile, type Found, findElement, judgeLayout, type Role } from './in-page.ts'

/** How long something may take on a machine several times slower than ours. */
const patienceMs = 30_000
const pauseMs = 40

export type Visitor = ReturnType<typeof createVisitor>

/** Somebody at the screen of any engine: waits for what happens, and taps only what could be tapped by hand. */
export function createVisitor(driver: Driver, origin: string) {
  let last = 'at the start'

  async function run<Input, Output>(work: (input: Input) => Output, input: Input): Promise<Output> {
    return JSON.parse(await driver.evaluate(`JSON.stringify((${work})(${JSON.stringify(input)}) ?? null)`))
  }

  /** Asks the page again and again until the answer is neither null nor false. */
  async function until<T>(what: string, ask: () => Promise<T | null | false>, state?: () => string): Promise<T> {
    last = what
    const end = Date.now() + patienceMs
    let fault = ''
    while (Date.now() < end) {
      // A page that is on its way elsewhere cannot be asked; the next one is.
      const answer = await ask().catch((error: Error) => {
        fault = error.message
        return null
      })
      if (answer !== null && answer !== false) return answer
      await wait(pauseMs)
    }
    throw new Error([`${what} does not happen.`, state?.(), fault].filter(Boolean).join(' '))
  }

  /** Waits until the element stands still and nothing lies over it. */
  async function reach(role: Role, name: string): Promise<Found> {
    let before = ''
    let obstacle: string | null = 'It is not there.'
    return until(
      `${role} "${name}"`,
      async () => {
        const found = await run(findElement, { role, name })
        obstacle = found ? found.obstacle : 'It is not there.'
        const isStill = found?.box === before
        before = found?.box ?? ''
        return found && isStill && !found.obstacle ? found : null
      },
      () => obstacle ?? 'It moves.',
    )
  }

  const see = (role: Role, name: string) => until(`seeing ${role} "${name}"`, () => run(findElement, { role, name }))

  /** Waits until nothing is wrong with the layout: what slides in is beyond the screen at first. */
  async function expectSound(part: string) {
    let problems: string[] = []
    const look = async () => {
      problems = await run(judgeLayout, null)
      return problems.length === 0
    }
    await until(`the sound layout of ${part}`, look, () => problems.join(' '))
  }

  return {
    see,
    expectSound,
    resize: driver.resize,
    pressEscape: driver.pressEscape,
    /** Opens an address, again if the page before goes elsewhere at the same moment. */
    open: (path: string) =>
      until(`opening ${path}`, async () => {
        await driver.open(new URL(path, origin).href)
        return true
      }),
    async tap(role: Role, name: string) {
      await driver.tap(await reach(role, name))
    },
    /** Taps at the upper edge of the screen, where no sheet reaches. */
    tapAbove: () => driver.tap({ x: 8, y: 8 }),
    async fill(name: string, text: string) {
      await driver.tap(await reach('field', name))
      await driver.type(text)
      await until(`"${text}" in ${name}`, async () => {
        const field = await run(findElement, { role: 'field' as const, name })
        return field?.value === text
      })
    },
    /** Puts a file into a file field, which is often too small to be seen. */
    async attach(label: string, file: AttachedFile) {
      await until(`${file.name} in ${label}`, () => run(attachFile, { label, ...file }))
    },
    isGone: (role: Role, name: string) =>
      until(`${role} "${name}" going`, async () => !(await run(findElement, { role, name }))),
    isAt: (pattern: RegExp) =>
      until(`an address like ${pattern}`, async () =>
        pattern.test(await run(() => location.pathname + location.search, null)),
      ),
    speaks: (language: string, direction: string) =>
      until(`a page in ${language}`, async () => {
        const told = await run(() => {
          const { lang, dir, dataset } = document.documentElement
          return { lang, dir, isHydrated: dataset.hydrated !== undefined }
        }, null)
        return told.lang === language && told.dir === direction && told.isHydrated
      }),
    /** A dialog is open, on the screen with all that is in it. */
    async seeDialog(name: string) {
      await see('dialog', name)
      await expectSound(`the dialog "${name}"`)
    },
    /** The step at which the visitor stands, and where. */
    async tell(): Promise<string> {
      const address = await run(() => location.href, null).catch((error: Error) => error.message)
      return `${last}, at ${address}`
    },
  }
}
