import { refuse } from '../http/refuse.ts'
import type { Shop } from '../shop.ts'

type Outgoing = Pick<Shop, 'fetchOutside' | 'sendOutside' | 'sendMail'>

/** Returns the ways out of a shop with `HOLD_OUTGOING=true`: each refuses before a connection is opened or a mail is written. */
export function holdOutgoing({ sendOutside, sendMail }: Outgoing): Outgoing {
  const refuseHeld = async () => {
    throw refuse('outgoing_held')
  }
  return {
    fetchOutside: refuseHeld,
    // Checking an address sends nothing.
    sendOutside: { check: sendOutside.check, post: refuseHeld },
    sendMail: Object.assign(refuseHeld, sendMail.prune && { prune: sendMail.prune }),
  }
}
