import { createCaller } from '#contract/calls/call.ts'
import { createTranslate, type Translate } from '#contract/text/translate.ts'
import { subscribe } from '#features/coupons/coupons.contract.ts'
import { getLegalPages } from '#features/pages/pages.contract.ts'
import { chooseLanguage } from '#features/settings/settings.rules.ts'
import { forgotPassword, register, signIn } from '#features/sign-in/sign-in.contract.ts'
import { leaveDocument } from '#ui/overlays/modal-history.ts'
import { sendEvent } from '#web/data/events.ts'
import { createSession, removeSession } from '#web/session/session.ts'
import { catalogueLanguages, loadCatalogue } from '#words/catalogues.ts'
import { askToSignIn, askToSubscribe, showCongratulations } from '../dialogs/dialogs.ts'
import type { Host } from '../host.ts'
import { readVisit } from '../visit.ts'

const session = createSession(() => document.cookie)
export const call = createCaller({ fetch: (path, init) => window.fetch(path, init), token: session.token })

/** Loads the texts of the page's language, such as `de-DE` or `zh-Hans`. Other languages show English. */
export async function loadWords(): Promise<Translate> {
  const offered = [...catalogueLanguages].map((code) => ({ code }))
  const language = chooseLanguage(document.documentElement.lang, offered)?.code ?? 'en'
  return createTranslate({ language, catalogue: await loadCatalogue(language) })
}

/** Creates the host of a widget on an external page. */
export function createEmbedHost(element: HTMLElement, shadow: ShadowRoot, t: Translate): Host {
  return {
    call,
    session,
    t,
    here: () => window.location,
    showToast: (text) => showEmbedToast(shadow, text),
    signIn: () => askPageToSignIn(element) ?? signInHere(shadow, t),
    subscribe: () =>
      askToSubscribe(shadow, t, async (email) => {
        const subscribed = await call(subscribe, { email })
        sendEvent('subscribe', {})
        return subscribed.email
      }),
    congratulate: () => showCongratulations(shadow, t),
    go: (href) => leaveDocument(() => window.location.assign(href)),
    visit: readVisit,
    removeSession: () => removeSession(),
  }
}

/** Dispatches an event for a page with its own sign-in. Such a page prevents the default and calls `done`. */
function askPageToSignIn(element: HTMLElement): Promise<boolean> | null {
  let done: (isSignedIn: boolean) => void = () => {}
  const answer = new Promise<boolean>((resolve) => {
    done = resolve
  })
  const event = new CustomEvent('harbor-sign-in', { bubbles: true, composed: true, cancelable: true, detail: { done } })
  return element.dispatchEvent(event) ? null : answer
}

async function signInHere(shadow: ShadowRoot, t: Translate): Promise<boolean> {
  const signedIn = await askToSignIn(shadow, t, {
    signIn: async (email, password) => {
      const opened = await call(signIn, { email, password })
      sendEvent('login', {})
      return opened.email
    },
    register: async (email, password) => {
      const opened = await call(register, { email, password })
      sendEvent('sign_up', {})
      return opened.email
    },
    forgot: (email) => call(forgotPassword, { email }),
    hasLegalPages: call(getLegalPages, {}).then(
      ({ are_published }) => are_published,
      () => false,
    ),
  })
  return signedIn !== null
}

let timer: ReturnType<typeof setTimeout> | undefined
let showing: HTMLElement | undefined

/** Shows a toast, which replaces any other toast of the page. */
function showEmbedToast(shadow: ShadowRoot, text: string): void {
  clearTimeout(timer)
  showing?.remove()
  const slab = document.createElement('div')
  slab.className = 'hc-toast'
  slab.setAttribute('role', 'status')
  slab.popover = 'manual'
  shadow.append(slab)
  slab.showPopover()
  slab.textContent = text
  showing = slab
  timer = setTimeout(() => slab.remove(), text.length > 60 ? 5000 : 2600)
}
