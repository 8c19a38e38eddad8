import type { MakeCall } from '#contract/calls/call.ts'
import { type AdPosition, type Advert, getAdvert } from '#features/adverts/adverts.contract.ts'

/** The advert of a place, for a loader to ask beside its own data. A page never fails for want of an advert. */
export async function loadAdvert(call: MakeCall, pos: AdPosition): Promise<Advert | null> {
  try {
    return await call(getAdvert, { pos })
  } catch {
    return null
  }
}
