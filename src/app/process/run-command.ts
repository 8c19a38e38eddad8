import { CannotStart } from '#server/cannot-start.ts'

/** Runs a command of an operator. An expected problem is printed as one sentence, a fault with all details. */
export async function runCommand(run: () => Promise<void>): Promise<void> {
  // Other users of the machine must not read the files that commands create. The server sets the same umask.
  process.umask(0o077)
  try {
    await run()
  } catch (error) {
    console.error(error instanceof CannotStart ? error.message : error)
    process.exitCode = 1
  }
}
