import { createContext, useContext } from 'react'
import type { Call } from '#contract/calls/call.ts'
import { guestOrderLink, orderLink } from '#links/orders.links.ts'
import { guestReturnLink, returnLink } from '#links/returns.links.ts'
import type { Session } from '#web/session/session.ts'
import * as guest from '../guest-returns.contract.ts'
import * as calls from '../returns.contract.ts'

/** Call with the same input and output as `C`, for any kind of owner. */
type SameCall<C extends Call> = Call<C['input'], C['output']>

/** Calls and addresses that the screens of returns use. */
export type ReturnCalls = {
  requestReturn: SameCall<typeof calls.requestReturn>
  quoteReturn: SameCall<typeof calls.quoteReturn>
  uploadReturnImage: SameCall<typeof calls.uploadReturnImage>
  getReturn: SameCall<typeof calls.getReturn>
  giveParcel: SameCall<typeof calls.giveParcel>
  cancelReturn: SameCall<typeof calls.cancelReturn>
  returnLink: (returnId: string) => string
  orderLink: (orderId: string) => string
  /** Returns the parameter with the email address to send with a call. */
  getEmailParameter: (session: Session) => { email?: string }
}

const customerCalls: ReturnCalls = {
  requestReturn: calls.requestReturn,
  quoteReturn: calls.quoteReturn,
  uploadReturnImage: calls.uploadReturnImage,
  getReturn: calls.getReturn,
  giveParcel: calls.giveParcel,
  cancelReturn: calls.cancelReturn,
  returnLink,
  orderLink: (orderId) => orderLink(orderId),
  getEmailParameter: (session) => {
    const email = session.email()
    return email ? { email } : {}
  },
}

/**
 * Calls and addresses for a guest who opened the order by its mailed link. The link identifies the order, so no email
 * address is sent.
 */
export const guestCalls: ReturnCalls = {
  requestReturn: guest.requestGuestReturn,
  quoteReturn: guest.quoteGuestReturn,
  uploadReturnImage: guest.uploadGuestReturnImage,
  getReturn: guest.getGuestReturn,
  giveParcel: guest.giveGuestParcel,
  cancelReturn: guest.cancelGuestReturn,
  returnLink: guestReturnLink,
  orderLink: () => guestOrderLink(),
  getEmailParameter: () => ({}),
}

export const ReturnCallsContext = createContext(customerCalls)

export const useReturnCalls = () => useContext(ReturnCallsContext)
