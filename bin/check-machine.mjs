import { statfsSync } from 'node:fs'
import { isatty } from 'node:tty'

// Imported first, because the later imports may use features that an older Node lacks.
const oldest = 20
if (Number(process.versions.node.split('.')[0]) < oldest) {
  endWith(
    `Harbor needs Node ${oldest} or newer. This is Node ${process.versions.node}. Install a newer version from https://nodejs.org.`,
  )
}

/**
 * True if a hang-up means that the terminal window was closed. Under nohup and as a service there is no window. Node
 * resets ignored signals, so the process cannot see whether hang-ups are ignored.
 */
export const hasWindow = isatty(0)

/** Ends the process with one sentence if a full disk made a step fail. */
export function endIfDiskIsFull(words) {
  if (!/ENOSPC|EDQUOT|no space left on device|disk quota exceeded/i.test(words)) return
  endWith('The disk is full. Free some space, then run the same command again.')
}

/** Ends the process with one sentence if a step would fill the disk. On a full disk, npm would retry for minutes. */
export function endIfDiskIsShortOf(megabytes, folder, what) {
  const { bavail, bsize } = statfsSync(folder)
  const free = Math.floor((bavail * bsize) / 2 ** 20)
  if (free >= megabytes) return
  endWith(
    `The disk is nearly full: ${folder} has ${free} MB left, and ${what} need ${megabytes} MB. Free some space, then run the same command again.`,
  )
}

function endWith(sentence) {
  console.error(sentence)
  process.exit(1)
}
