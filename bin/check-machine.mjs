import { isatty } from 'node:tty'

// Imported before everything else: what follows may use what an older Node does not have.
const oldest = 20
if (Number(process.versions.node.split('.')[0]) < oldest) {
  console.error(
    `Harbor needs Node ${oldest} or newer to begin with, and this is Node ${process.versions.node}: install a newer one from https://nodejs.org.`,
  )
  process.exit(1)
}

/**
 * Whether a hang-up means that somebody closed the window we run in. Under nohup and as a service there is no window; that we
 * were told to ignore hang-ups cannot be seen, because Node listens to them anew.
 */
export const hasWindow = isatty(0)

/** Ends with one sentence if that is why a step failed. */
export function endIfDiskIsFull(words) {
  if (!/ENOSPC|EDQUOT|no space left on device|disk quota exceeded/i.test(words)) return
  console.error(
    'The disk is full: packages, pages and database take about 2 GB. Free some space, then run the same command again.',
  )
  process.exit(1)
}
