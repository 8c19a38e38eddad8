import type { MakeCall } from '#contract/calls/call.ts'
import { type AdPosition, type Advert, getAdvert } from '#features/adverts/adverts.contract.ts'

/** Loads the advert of a position in a page's loader. Never throws, because a page works without an advert. */
export async function loadAdvert(call: MakeCall, pos: AdPosition): Promise<Advert | null> {
  try {
    return await call(getAdvert, { pos })
  } catch {
    return null
  }
}
