import { setTimeout as sleep } from 'node:timers/promises'

/** A run tells nothing of the shop where the machine has less than this share of the speed it has had: its other guests took it away. */
export const leastSpeed = 0.8
/** That lasts for minutes; on a machine that stays slow, what is measured counts. */
const mostPauses = 100
const pauseMs = 5000

/** Tells whether what was measured at such a speed counts, and waits a while where it does not. */
export function createSpeedWatch({ most = mostPauses, pause = () => sleep(pauseMs) } = {}) {
  let fastest = 0
  let pauses = 0
  return async (speed: number): Promise<boolean> => {
    fastest = Math.max(fastest, speed)
    if (speed >= leastSpeed * fastest || pauses === most) return true
    pauses++
    console.log(`  again in a while: the machine has ${Math.round((speed / fastest) * 100)} % of its speed`)
    await pause()
    return false
  }
}
