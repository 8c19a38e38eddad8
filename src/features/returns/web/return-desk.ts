import { createContext, useContext } from 'react'
import type { Call } from '#contract/calls/call.ts'
import { guestOrderLink, orderLink } from '#links/orders.links.ts'
import { guestReturnLink, returnLink } from '#links/returns.links.ts'
import type { Session } from '#web/session/session.ts'
import * as guest from '../guest-returns.contract.ts'
import * as calls from '../returns.contract.ts'

/** A call with the same input and output, whoever may make it. */
type Alike<C extends Call> = Call<C['input'], C['output']>

/** The calls and addresses by which a screen requests, shows and changes a return. */
export type ReturnDesk = {
  requestReturn: Alike<typeof calls.requestReturn>
  quoteReturn: Alike<typeof calls.quoteReturn>
  uploadReturnImage: Alike<typeof calls.uploadReturnImage>
  getReturn: Alike<typeof calls.getReturn>
  giveParcel: Alike<typeof calls.giveParcel>
  cancelReturn: Alike<typeof calls.cancelReturn>
  returnLink: (returnId: string) => string
  orderLink: (orderId: string) => string
  /** The address that goes along with a call. */
  nameEmail: (session: Session) => { email?: string }
}

/** A signed-in shopper. */
const customerDesk: ReturnDesk = {
  requestReturn: calls.requestReturn,
  quoteReturn: calls.quoteReturn,
  uploadReturnImage: calls.uploadReturnImage,
  getReturn: calls.getReturn,
  giveParcel: calls.giveParcel,
  cancelReturn: calls.cancelReturn,
  returnLink,
  orderLink: (orderId) => orderLink(orderId),
  nameEmail: (session) => {
    const email = session.email()
    return email ? { email } : {}
  },
}

/** A guest who opened the order by its mailed link. The link says whose order it is, so no address goes along. */
export const guestDesk: ReturnDesk = {
  requestReturn: guest.requestGuestReturn,
  quoteReturn: guest.quoteGuestReturn,
  uploadReturnImage: guest.uploadGuestReturnImage,
  getReturn: guest.getGuestReturn,
  giveParcel: guest.giveGuestParcel,
  cancelReturn: guest.cancelGuestReturn,
  returnLink: guestReturnLink,
  orderLink: () => guestOrderLink(),
  nameEmail: () => ({}),
}

export const ReturnDeskContext = createContext(customerDesk)

export const useReturnDesk = () => useContext(ReturnDeskContext)
