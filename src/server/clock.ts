/** Where the time comes from; passed in, so that tests can move it. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

export type TestClock = Clock & { advance(milliseconds: number): void; set(moment: Date | string): void }

/** A clock that stands still until a test moves it. */
export function createTestClock(start: Date | string = '2026-03-01T12:00:00Z'): TestClock {
  let time = new Date(start).getTime()
  return {
    now: () => new Date(time),
    advance: (milliseconds) => {
      time += milliseconds
    },
    set: (moment) => {
      time = new Date(moment).getTime()
    },
  }
}
