import { statfsSync } from 'node:fs'
import { isatty } from 'node:tty'

// Imported before everything else: what follows may use what an older Node does not have.
const oldest = 20
if (Number(process.versions.node.split('.')[0]) < oldest) {
  endWith(
    `Harbor needs Node ${oldest} or newer to begin with, and this is Node ${process.versions.node}: install a newer one from https://nodejs.org.`,
  )
}

/**
 * Whether a hang-up means that somebody closed the window we run in. Under nohup and as a service there is no window; that we
 * were told to ignore hang-ups cannot be seen, because Node listens to them anew.
 */
export const hasWindow = isatty(0)

/** Ends with one sentence if that is why a step failed. */
export function endIfDiskIsFull(words) {
  if (!/ENOSPC|EDQUOT|no space left on device|disk quota exceeded/i.test(words)) return
  endWith('The disk is full: free some space, then run the same command again.')
}

/** Ends with one sentence where a step would fill the disk: npm, for one, tries again for minutes before it says so. */
export function endIfDiskIsShortOf(megabytes, folder, what) {
  const { bavail, bsize } = statfsSync(folder)
  const free = Math.floor((bavail * bsize) / 2 ** 20)
  if (free >= megabytes) return
  endWith(
    `The disk is nearly full: ${folder} has ${free} MB left, ${what} take ${megabytes} MB. Free some space, then run the same command again.`,
  )
}

function endWith(sentence) {
  console.error(sentence)
  process.exit(1)
}
