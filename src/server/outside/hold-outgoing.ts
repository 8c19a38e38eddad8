import { refuse } from '../http/refuse.ts'
import type { Shop } from '../shop.ts'

type Outgoing = Pick<Shop, 'fetchOutside' | 'sendOutside' | 'sendMail'>

/**
 * Returns the outgoing connections of a shop with `HOLD_OUTGOING=true`. Every call is refused before a connection is
 * opened or a mail is written.
 */
export function holdOutgoing({ sendOutside, sendMail }: Outgoing): Outgoing {
  const refuseHeld = async () => {
    throw refuse('outgoing_held')
  }
  return {
    fetchOutside: refuseHeld,
    // The check of an address sends nothing, so it stays available.
    sendOutside: { check: sendOutside.check, post: refuseHeld },
    sendMail: Object.assign(refuseHeld, sendMail.prune && { prune: sendMail.prune }),
  }
}
