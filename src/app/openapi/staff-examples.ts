/** What each call is sent and answers, by its name: `staff-examples.test.ts` makes them, and writes them down when asked to. */
export type StaffExamples = Record<string, { input: Record<string, unknown>; answer?: unknown }>
