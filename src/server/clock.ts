/** The source of the time. The clock is a parameter, so that tests can move the time. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

export type TestClock = Clock & { advance(milliseconds: number): void; set(moment: Date | string): void }

/** Creates a clock that stands still until a test moves it. */
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
