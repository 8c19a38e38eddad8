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
  /** Asks a guest for an email address and subscribes it. Resolves to null if the guest declines. */
  subscribe: () => Promise<string | null>
  /** Confirms a claim. Resolves to true if the shopper continues to the products. */
  congratulate: () => Promise<boolean>
  go: (href: string) => void
  /** Returns an id of this visit of the page. It changes when the shopper goes elsewhere. */
  visit: () => string
  /** Removes the cookies of an expired session, so that the visitor is a guest, as for the server. */
  removeSession: () => void
  /**
   * Called after a claim on a page that lists the shopper's coupons. Such a page stays open while more can be claimed.
   */
  onClaim?: (() => void) | undefined
}
