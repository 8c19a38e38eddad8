import type { VNode } from 'preact'
import { CallRefused } from '#contract/calls/call.ts'
import { findEmailProblem } from '#contract/calls/fields.ts'
import { msg, type Translate } from '#contract/text/translate.ts'
import { privacyLink, termsLink } from '#links/pages.links.ts'
import { element, type Opened, openDialog, type Place } from './open-dialog.ts'

export type Review = { value: string; note: string | null }
export type Field = {
  name: string
  label: string
  type: string
  autocomplete: string
  /** Returns the text that stays in the field, and the note below the field. `note` is the current note. */
  review?: (typed: string, note: string | null) => Review
}
type Values = Record<string, string>
export type Question = {
  title: string
  line: string
  fields: Field[]
  submitLabel: string
  /** Returns a problem of the values before they are sent. The email address is always checked. */
  findProblem?: (values: Values) => string | null
  /** Resolves to the result or to the next question. Throws the problem of the values. */
  send: (values: Values) => Promise<string | Question>
  /** Returns other questions that the visitor can switch to. */
  others?: () => Question[]
  /** Resolves to whether the shop has terms and a privacy notice to link to. */
  hasLegalPages?: Promise<boolean>
}

type Asking = {
  question: Question
  problem: string | null
  note: string | null
  isBusy: boolean
  isAgreementShown: boolean
}
type Dialog = Opened<string | null>

const untouched = { problem: null, note: null, isAgreementShown: false }

/**
 * Asks a question with a small form. The form stays open with its values until the question is answered or canceled.
 */
export function askWithForm(place: Place, t: Translate, first: Question): Promise<string | null> {
  const asking: Asking = { question: first, isBusy: false, ...untouched }
  return openDialog<string | null>(place, null, (id, opened) => ({
    inner: viewQuestion({
      ...{ id, t, asking, first },
      onAsk: (next) => ask(asking, opened, next),
      onType: () => reviewTyped(asking, opened),
      onCancel: () => opened.close(null),
    }),
    onSubmit: (form) => submit(asking, opened, form),
  }))
}

function ask(asking: Asking, opened: Dialog, question: Question) {
  Object.assign(asking, { ...untouched, question })
  opened.repaint()
  // A password typed in the previous form stays in this form, which may not accept all of its characters.
  reviewTyped(asking, opened)
  void question.hasLegalPages?.then((hasLegalPages) => {
    asking.isAgreementShown = hasLegalPages && asking.question === question
    opened.repaint()
  })
  opened.dialog.querySelector<HTMLElement>('input, [type=submit]')?.focus()
}

function reviewTyped(asking: Asking, { dialog, repaint }: Dialog) {
  for (const input of dialog.querySelectorAll('input')) {
    const field = asking.question.fields.find(({ name }) => name === input.name)
    const reviewed = field?.review?.(input.value, asking.note)
    if (!reviewed) continue
    if (reviewed.value !== input.value) input.value = reviewed.value
    asking.note = reviewed.note
  }
  repaint()
}

async function submit(asking: Asking, opened: Dialog, form: HTMLFormElement) {
  if (asking.isBusy) return
  const { question } = asking
  const values = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value).trim()]))
  const isAddressed = question.fields.length > 0
  asking.problem = (isAddressed ? findEmailProblem(values.email ?? '') : null) ?? question.findProblem?.(values) ?? null
  asking.isBusy = asking.problem === null
  opened.repaint()
  if (asking.problem) return form.querySelector('input')?.focus()
  let answer: string | Question | null = null
  try {
    answer = await question.send(values)
  } catch (error) {
    asking.problem =
      error instanceof CallRefused ? error.refusal.message : msg('This did not go through. Please try again.')
  }
  asking.isBusy = false
  if (typeof answer === 'string') opened.close(answer)
  else if (answer) ask(asking, opened, answer)
  else opened.repaint()
}

type QuestionView = {
  id: string
  t: Translate
  asking: Asking
  first: Question
  onAsk: (next: Question) => void
  onType: () => void
  onCancel: () => void
}

function viewQuestion(view: QuestionView): VNode {
  const { id, t, asking, first, onAsk, onCancel } = view
  const { question, problem, isBusy, isAgreementShown } = asking
  const others = (question.others?.() ?? []).map((other) =>
    element(
      'button',
      { type: 'button', className: 'hc-link', onClick: () => onAsk(other) },
      t(other === first ? msg('Back to login') : other.title),
    ),
  )
  return element(
    'form',
    { novalidate: true },
    element('h2', { id: `${id}-title`, className: 'hc-dialog-title' }, t(question.title)),
    element('p', { className: 'hc-dialog-line' }, t(question.line)),
    ...question.fields.flatMap((field) => viewField(field, view)),
    element('p', { id: `${id}-problem`, className: 'hc-problem hc-field', role: 'alert' }, problem ? t(problem) : ''),
    element(
      'div',
      { className: 'hc-actions' },
      element('button', { type: 'button', className: 'hc-action hc-quiet', onClick: onCancel }, t('Cancel')),
      element(
        'button',
        { type: 'submit', className: 'hc-action', 'aria-busy': isBusy || undefined },
        t(question.submitLabel),
      ),
    ),
    isAgreementShown && viewAgreement(t),
    others.length > 0 && element('div', { className: 'hc-others' }, ...others),
  )
}

function viewField({ name, label, review, ...input }: Field, { id, t, asking, onType }: QuestionView): VNode[] {
  const labelled = element(
    'label',
    { className: 'hc-field' },
    element('span', { className: 'hc-label' }, t(label)),
    element('input', {
      className: 'hc-input',
      name,
      maxlength: 50,
      'aria-invalid': asking.problem ? 'true' : undefined,
      'aria-describedby': review ? `${id}-note ${id}-problem` : `${id}-problem`,
      ...(review && { onInput: onType }),
      ...input,
    }),
  )
  if (!review) return [labelled]
  // The note element always exists, so that screen readers announce its text.
  const note = element(
    'p',
    { id: `${id}-note`, className: 'hc-note', 'aria-live': 'polite' },
    asking.note ? t(asking.note) : '',
  )
  return [labelled, note]
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
