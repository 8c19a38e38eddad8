import { CannotStart } from '#server/cannot-start.ts'

/** Runs what an operator typed: what keeps it from working is said in a sentence, a fault with all there is to know. */
export async function runCommand(run: () => Promise<void>): Promise<void> {
  // What commands write is nobody else's to read; the same as in the server.
  process.umask(0o077)
  try {
    await run()
  } catch (error) {
    console.error(error instanceof CannotStart ? error.message : error)
    process.exitCode = 1
  }
}
