import { setTimeout as wait } from 'node:timers/promises'
import type { Driver } from './driver.ts'
import { type AttachedFile, attachFile, type Found, findElement, findLayoutProblems, type Role } from './in-page.ts'

/** 30 s: enough for a machine that is several times slower than usual. */
const patienceMs = 30_000
const pauseMs = 40

export type Visitor = ReturnType<typeof createVisitor>

/** Creates a visitor for any engine. The visitor waits for results and taps only elements that a person could tap. */
export function createVisitor(driver: Driver, origin: string) {
  let last = 'at the start'

  async function run<Input, Output>(work: (input: Input) => Output, input: Input): Promise<Output> {
    return JSON.parse(await driver.evaluate(`JSON.stringify((${work})(${JSON.stringify(input)}) ?? null)`))
  }

  /** Repeats a query until its result is neither null nor false. */
  async function until<T>(what: string, ask: () => Promise<T | null | false>, state?: () => string): Promise<T> {
    last = what
    const end = Date.now() + patienceMs
    let fault = ''
    while (Date.now() < end) {
      // A page that is navigating cannot be queried, so the next attempt repeats the query.
      const answer = await ask().catch((error: Error) => {
        fault = error.message
        return null
      })
      if (answer !== null && answer !== false) return answer
      await wait(pauseMs)
    }
    throw new Error([`${what} does not happen.`, state?.(), fault].filter(Boolean).join(' '))
  }

  /** Waits until the element does not move and is not covered. */
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

  /** Waits until the layout has no problems, because a sliding element is off-screen at first. */
  async function expectSound(part: string) {
    let problems: string[] = []
    const look = async () => {
      problems = await run(findLayoutProblems, null)
      return problems.length === 0
    }
    await until(`the sound layout of ${part}`, look, () => problems.join(' '))
  }

  return {
    see,
    expectSound,
    resize: driver.resize,
    pressEscape: driver.pressEscape,
    /** Opens an address. Tries again if the previous page navigates at the same moment. */
    open: (path: string) =>
      until(`opening ${path}`, async () => {
        await driver.open(new URL(path, origin).href)
        return true
      }),
    async tap(role: Role, name: string) {
      await driver.tap(await reach(role, name))
    },
    /** Taps at the upper edge of the screen, above any sheet. */
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
    /** Expects an open dialog that is completely on the screen. */
    async seeDialog(name: string) {
      await see('dialog', name)
      await expectSound(`the dialog "${name}"`)
    },
    /** Returns the visitor's current step and address. */
    async tell(): Promise<string> {
      const address = await run(() => location.href, null).catch((error: Error) => error.message)
      return `${last}, at ${address}`
    },
  }
}
