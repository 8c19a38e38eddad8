import { createElement, render, type VNode } from 'preact'
import { CallRefused } from '#contract/calls/call.ts'
import { findEmailProblem } from '#contract/calls/fields.ts'
import { msg, type Translate } from '#contract/text/translate.ts'
import {
  charactersLeftOut,
  findNewPasswordProblem,
  findSymbolNote,
  losesCharacters,
  resetSent,
  stripNewPassword,
} from '#features/sign-in/sign-in.rules.ts'
import { privacyLink, termsLink } from '#links/pages.links.ts'
import { addModalEntry } from '#ui/overlays/modal-history.ts'
import type { CreateElement } from '../coupon/view.ts'

type Place = ParentNode & Node
const element: CreateElement<VNode> = createElement
type Opened<T> = { dialog: HTMLDialogElement; repaint: () => void; close: (result: T) => void }

let lastId = 0

/** Opens a modal dialog and resolves when it closes, to `dismissed` if it was waved away. */
function openDialog<T>(
  place: Place,
  dismissed: T,
  draw: (id: string, opened: Opened<T>) => { inner: VNode; onSubmit: (form: HTMLFormElement) => void },
): Promise<T> {
  return new Promise((resolve) => {
    const id = `hc-dialog-${++lastId}`
    const dialog = document.createElement('dialog')
    dialog.className = 'hc-dialog'
    dialog.setAttribute('aria-labelledby', `${id}-title`)
    let result = dismissed
    const opened: Opened<T> = {
      dialog,
      repaint: () => render(draw(id, opened).inner, dialog),
      close: (given) => {
        result = given
        dialog.close()
      },
    }
    dialog.addEventListener('click', (event) => {
      // The backdrop belongs to the dialog; what lies inside is the form's.
      if (event.target === dialog) dialog.close()
    })
    dialog.addEventListener('submit', (event) => {
      event.preventDefault()
      draw(id, opened).onSubmit(event.target as HTMLFormElement)
    })
    const removeEntry = addModalEntry(() => dialog.close())
    dialog.addEventListener('close', () => {
      removeEntry()
      dialog.remove()
      resolve(result)
    })
    place.append(dialog)
    opened.repaint()
    dialog.showModal()
  })
}

type Review = { value: string; note: string | null }
type Field = {
  name: string
  label: string
  type: string
  autocomplete: string
  /** Returns the text that stays in the field, and the note below it. The note is given as it reads so far. */
  review?: (typed: string, note: string | null) => Review
}
type Values = Record<string, string>
type Question = {
  title: string
  line: string
  fields: Field[]
  submitLabel: string
  /** What is wrong with the answer before it is sent; the address is always looked at. */
  findProblem?: (values: Values) => string | null
  /** Resolves to the answer or to what is asked next, or throws what is wrong with it. */
  send: (values: Values) => Promise<string | Question>
  /** Other questions that may be asked instead. */
  others?: () => Question[]
  /** Resolves to whether there are terms and a privacy notice to refer to. */
  hasLegalPages?: Promise<boolean>
}

/** Asks something with a small form that stays open, with what was typed, until it went through or is cancelled. */
function askWithForm(place: Place, t: Translate, first: Question): Promise<string | null> {
  let question = first
  let problem: string | null = null
  let note: string | null = null
  let isBusy = false
  let isAgreementShown = false
  return openDialog<string | null>(place, null, (id, { dialog, repaint, close }) => {
    function ask(next: Question) {
      question = next
      problem = null
      note = null
      isAgreementShown = false
      repaint()
      // The next form keeps a password that was typed in this one, but may not take all of its characters.
      reviewTyped()
      void next.hasLegalPages?.then((hasLegalPages) => {
        isAgreementShown = hasLegalPages && question === next
        repaint()
      })
      dialog.querySelector<HTMLElement>('input, [type=submit]')?.focus()
    }
    function reviewTyped() {
      for (const input of dialog.querySelectorAll('input')) {
        const reviewed = question.fields.find(({ name }) => name === input.name)?.review?.(input.value, note)
        if (!reviewed) continue
        if (reviewed.value !== input.value) input.value = reviewed.value
        note = reviewed.note
      }
      repaint()
    }
    async function onSubmit(form: HTMLFormElement) {
      if (isBusy) return
      const values = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value).trim()]))
      const isAddressed = question.fields.length > 0
      problem = (isAddressed ? findEmailProblem(values.email ?? '') : null) ?? question.findProblem?.(values) ?? null
      isBusy = problem === null
      repaint()
      if (problem) return form.querySelector('input')?.focus()
      let answer: string | Question | null = null
      try {
        answer = await question.send(values)
      } catch (error) {
        problem =
          error instanceof CallRefused ? error.refusal.message : msg('This did not go through. Please try again.')
      }
      isBusy = false
      if (typeof answer === 'string') close(answer)
      else if (answer) ask(answer)
      else repaint()
    }
    const fields = question.fields.flatMap(({ name, label, review, ...input }) => [
      element(
        'label',
        { className: 'hc-field' },
        element('span', { className: 'hc-label' }, t(label)),
        element('input', {
          className: 'hc-input',
          name,
          maxlength: 50,
          'aria-invalid': problem ? 'true' : undefined,
          'aria-describedby': review ? `${id}-note ${id}-problem` : `${id}-problem`,
          ...(review && { onInput: reviewTyped }),
          ...input,
        }),
      ),
      // The note is always in the page, so that screen readers announce its text when it appears.
      ...(review
        ? [element('p', { id: `${id}-note`, className: 'hc-note', 'aria-live': 'polite' }, note ? t(note) : '')]
        : []),
    ])
    const others = (question.others?.() ?? []).map((other) =>
      element(
        'button',
        { type: 'button', className: 'hc-link', onClick: () => ask(other) },
        t(other === first ? msg('Back to login') : other.title),
      ),
    )
    const inner = element(
      'form',
      { novalidate: true },
      element('h2', { id: `${id}-title`, className: 'hc-dialog-title' }, t(question.title)),
      element('p', { className: 'hc-dialog-line' }, t(question.line)),
      ...fields,
      element('p', { id: `${id}-problem`, className: 'hc-problem hc-field', role: 'alert' }, problem ? t(problem) : ''),
      element(
        'div',
        { className: 'hc-actions' },
        element('button', { type: 'button', className: 'hc-action hc-quiet', onClick: () => close(null) }, t('Cancel')),
        element(
          'button',
          { type: 'submit', className: 'hc-action', 'aria-busy': isBusy || undefined },
          t(question.submitLabel),
        ),
      ),
      isAgreementShown && viewAgreement(t),
      others.length > 0 && element('div', { className: 'hc-others' }, ...others),
    )
    return { inner, onSubmit }
  })
}

function viewAgreement(t: Translate): VNode {
  const link = (href: string, label: string) => element('a', { href, target: '_blank', rel: 'noreferrer' }, t(label))
  const links: Record<string, VNode> = {
    terms: link(termsLink, msg('Terms')),
    privacy: link(privacyLink, msg('Privacy Notice')),
  }
  const parts = t('By continuing you agree to our {terms} and {privacy}.').split(/\{(\w+)\}/)
  return element('p', { className: 'hc-agreement' }, ...parts.map((part) => links[part] ?? part))
}

const emailField: Field = { name: 'email', label: msg('Email'), type: 'email', autocomplete: 'email' }
const userField: Field = { ...emailField, autocomplete: 'username' }
const passwordField = { name: 'password', label: msg('Password'), type: 'password' }

/** Says while a password is typed to sign in that none has such characters. */
const reviewPassword = (typed: string): Review => ({ value: typed, note: findSymbolNote(typed) })

/** Strips while typing what a new password may not hold. The note stays until the field is emptied. */
function reviewNewPassword(typed: string, note: string | null): Review {
  if (losesCharacters(typed)) return { value: stripNewPassword(typed), note: charactersLeftOut }
  return { value: typed, note: typed === '' ? null : note }
}

/** Register type 1: an address first. */
export function askToSubscribe(place: Place, t: Translate, send: (email: string) => Promise<string>) {
  return askWithForm(place, t, {
    title: msg('Subscribe to get your coupon'),
    line: msg('We send news and coupons to this address. You can leave at any time.'),
    fields: [emailField],
    submitLabel: msg('Subscribe'),
    send: ({ email = '' }) => send(email),
  })
}

type SignInCalls = {
  /** Both resolve to the address that is signed in. */
  signIn: (email: string, password: string) => Promise<string>
  register: (email: string, password: string) => Promise<string>
  forgot: (email: string) => Promise<unknown>
  hasLegalPages: Promise<boolean>
}

/** Register type 2 on pages that have no sign-in of their own. */
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

/** The claim went well; true if the shopper goes on to the products. */
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
