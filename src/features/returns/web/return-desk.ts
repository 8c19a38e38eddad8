import { createContext, useContext } from 'react'
import type { Call } from '#contract/calls/call.ts'
import { guestOrderLink, orderLink } from '#links/orders.links.ts'
import { guestReturnLink, returnLink } from '#links/returns.links.ts'
import type { Session } from '#web/session/session.ts'
import * as guest from '../guest-returns.contract.ts'
import * as calls from '../returns.contract.ts'

/** Call with the same input and output, for any kind of owner. */
type Alike<C extends Call> = Call<C['input'], C['output']>

/** Calls and addresses that the screens of returns use. */
export type ReturnDesk = {
  requestReturn: Alike<typeof calls.requestReturn>
  quoteReturn: Alike<typeof calls.quoteReturn>
  uploadReturnImage: Alike<typeof calls.uploadReturnImage>
  getReturn: Alike<typeof calls.getReturn>
  giveParcel: Alike<typeof calls.giveParcel>
  cancelReturn: Alike<typeof calls.cancelReturn>
  returnLink: (returnId: string) => string
  orderLink: (orderId: string) => string
  /** Returns the email address to send with a call. */
  nameEmail: (session: Session) => { email?: string }
}

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

/** Desk of a guest who opened the order by its mailed link. The link identifies the order, so no email address is sent. */
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
