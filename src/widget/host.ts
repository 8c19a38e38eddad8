import type { MakeCall } from '#contract/calls/call.ts'
import type { Translate } from '#contract/text/translate.ts'
import type { Session } from '#web/session/session.ts'

/**
 * The functions that a page provides for its widgets. The shop's screens and the embeddable script each implement them.
 */
export type Host = {
  call: MakeCall
  session: Session
  t: Translate
  /** Returns the location of the page. */
  here: () => { origin: string; pathname: string }
  showToast: (text: string, icon: 'ok' | 'alert') => void
  /** Asks a guest to sign in. Resolves to false if the guest declines. */
  signIn: () => Promise<boolean>
  /** Asks a guest for an email address and subscribes the address. Resolves to null if the guest declines. */
  subscribe: () => Promise<string | null>
  /** Confirms a claim. Resolves to true if the shopper continues to the products. */
  congratulate: () => Promise<boolean>
  go: (href: string) => void
  /** Returns the id of this visit to the page. The id changes when the shopper navigates elsewhere. */
  visit: () => string
  /** Removes the cookies of an expired session, so that the page treats the visitor as a guest, as the server does. */
  removeSession: () => void
  /**
   * Called after a claim on a page that lists the shopper's coupons. Such a page stays open while more can be claimed.
   */
  onClaim?: (() => void) | undefined
}
