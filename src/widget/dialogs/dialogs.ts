import type { VNode } from 'preact'
import { msg, type Translate } from '#contract/text/translate.ts'
import {
  charactersRemoved,
  findNewPasswordProblem,
  findSymbolNote,
  hasForbiddenCharacters,
  resetSent,
  stripNewPassword,
} from '#features/sign-in/sign-in.rules.ts'
import { askWithForm, type Field, type Question, type Review } from './ask-with-form.ts'
import { element, openDialog, type Place } from './open-dialog.ts'

const emailField: Field = { name: 'email', label: msg('Email'), type: 'email', autocomplete: 'email' }
const userField: Field = { ...emailField, autocomplete: 'username' }
const passwordField = { name: 'password', label: msg('Password'), type: 'password' }

/** Returns a note if a password typed to sign in contains characters that no password may have. */
const reviewPassword = (typed: string): Review => ({ value: typed, note: findSymbolNote(typed) })

/** Removes characters that a new password may not contain. The note stays until the field is empty. */
function reviewNewPassword(typed: string, note: string | null): Review {
  if (hasForbiddenCharacters(typed)) return { value: stripNewPassword(typed), note: charactersRemoved }
  return { value: typed, note: typed === '' ? null : note }
}

/** Asks for an email address first, for register type 1. */
export function askToSubscribe(place: Place, t: Translate, send: (email: string) => Promise<string>) {
  return askWithForm(place, t, {
    title: msg('Subscribe to get your coupon'),
    line: msg('We send news and coupons to this address. You can unsubscribe at any time.'),
    fields: [emailField],
    submitLabel: msg('Subscribe'),
    send: ({ email = '' }) => send(email),
  })
}

type SignInCalls = {
  /** Resolves to the email address that is signed in, like `register`. */
  signIn: (email: string, password: string) => Promise<string>
  register: (email: string, password: string) => Promise<string>
  forgot: (email: string) => Promise<unknown>
  hasLegalPages: Promise<boolean>
}

/** Asks to sign in on a page without a sign-in of its own, for register type 2. */
export function askToSignIn(place: Place, t: Translate, calls: SignInCalls) {
  const login: Question = {
    title: msg('Log in to get your coupon'),
    line: msg('The coupon is kept in your account.'),
    fields: [userField, { ...passwordField, autocomplete: 'current-password', review: reviewPassword }],
    submitLabel: msg('Login'),
    send: ({ email = '', password = '' }) => calls.signIn(email, password),
    others: () => [register, forgot],
  }
  const register: Question = {
    title: msg('Register'),
    line: login.line,
    fields: [userField, { ...passwordField, autocomplete: 'new-password', review: reviewNewPassword }],
    submitLabel: msg('Register'),
    findProblem: ({ password = '' }) => findNewPasswordProblem(password),
    send: ({ email = '', password = '' }) => calls.register(email, password),
    others: () => [login],
    hasLegalPages: calls.hasLegalPages,
  }
  const forgot: Question = {
    title: msg('Forget password'),
    line: msg('Tell us your email and we send you a link to set a new password.'),
    fields: [userField],
    submitLabel: msg('Send the link'),
    send: async ({ email = '' }) => {
      await calls.forgot(email)
      return sent
    },
    others: () => [login],
  }
  const sent: Question = {
    title: forgot.title,
    line: resetSent,
    fields: [],
    submitLabel: msg('Back to login'),
    send: async () => login,
  }
  return askWithForm(place, t, login)
}

/** Confirms a claim. Resolves to true if the shopper continues to the products. */
export function showCongratulations(place: Place, t: Translate): Promise<boolean> {
  return openDialog(place, false, (id, { close }) => ({
    onSubmit: () => close(true),
    inner: element(
      'form',
      {},
      viewTicketDisc(),
      element('h2', { id: `${id}-title`, className: 'hc-dialog-title' }, t('Congratulations!')),
      element('p', { className: 'hc-dialog-line' }, t('You have received successfully！')),
      element(
        'div',
        { className: 'hc-actions hc-one-action' },
        element(
          'button',
          { type: 'submit', className: 'hc-action' },
          element('span', { 'data-msg': 'USE-1' }, t('USE-1')),
        ),
      ),
    ),
  }))
}

function viewTicketDisc(): VNode {
  const icon = {
    width: '26',
    height: '26',
    viewBox: '0 0 24 24',
    fill: 'none',
    stroke: 'currentColor',
  }
  return element(
    'div',
    { className: 'hc-disc' },
    element(
      'svg',
      { ...icon, 'aria-hidden': 'true' },
      element('path', { d: 'M3 6.5h18v3.6a2 2 0 0 0 0 3.8v3.6H3v-3.6a2 2 0 0 0 0-3.8z' }),
      element('path', { d: 'm9.5 14.500 5-5M9.600 9.600h.01M14.400 14.400h.01' }),
    ),
  )
}
