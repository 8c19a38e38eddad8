import type { MakeCall } from '#contract/calls/call.ts'
import type { Translate } from '#contract/text/translate.ts'
import type { Session } from '#web/session/session.ts'

/** What a page lends to its widgets; the shop's own screens and the embeddable script each bring their own. */
export type Host = {
  call: MakeCall
  session: Session
  t: Translate
  /** Where the page stands. */
  here: () => { origin: string; pathname: string }
  showToast: (text: string, icon: 'ok' | 'alert') => void
  /** Asks a guest to sign in; false if they would rather not. */
  signIn: () => Promise<boolean>
  /** Asks a guest for an address and subscribes it; null if they would rather not. */
  subscribe: () => Promise<string | null>
  /** The claim went well: resolves to true if the shopper wants to go on to the products. */
  congratulate: () => Promise<boolean>
  go: (href: string) => void
  /** A name for this visit of this page, which changes when the shopper goes elsewhere. */
  visit: () => string
  /** The session ended elsewhere: its cookies go, so that the visitor is the guest that the server sees. */
  forgetSession: () => void
  /** Told of a claim on a page that lists what the shopper holds; such a page stays where there is more to claim. */
  onClaim?: (() => void) | undefined
}
