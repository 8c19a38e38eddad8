import { setTimeout as sleep } from 'node:timers/promises'

/**
 * 0.8: below this share of the machine's best speed, a measurement is ignored, because other programs slow the machine.
 */
export const minSpeed = 0.8
/**
 * 100 pauses of 5 s: a slow phase lasts for minutes. On a machine that stays slow, measurements are used again after
 * these pauses.
 */
const maxPauses = 100
const pauseMs = 5000

/**
 * Returns a function that decides whether a measurement at this speed is used. If not, the function waits for a while.
 */
export function createSpeedWatch({ max = maxPauses, pause = () => sleep(pauseMs) } = {}) {
  let fastest = 0
  let pauses = 0
  return async (speed: number): Promise<boolean> => {
    fastest = Math.max(fastest, speed)
    if (speed >= minSpeed * fastest || pauses === max) return true
    pauses++
    console.log(`  again in a while: the machine has ${Math.round((speed / fastest) * 100)} % of its speed`)
    await pause()
    return false
  }
}
