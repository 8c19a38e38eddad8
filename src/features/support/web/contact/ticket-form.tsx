import { useRouter } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { CallFailed, CallRefused } from '#contract/calls/call.ts'
import { findEmailProblem } from '#contract/calls/fields.ts'
import { msg } from '#contract/text/translate.ts'
import { sendTicket } from '#features/support/contact.contract.ts'
import {
  customerNameMaxLength,
  findContactOrderNoProblem,
  findMessageProblem,
  ticketMessageMaxLength,
  ticketReplyHours,
} from '#features/support/contact.rules.ts'
import { Button } from '#ui/buttons/button.tsx'
import { EmailField } from '#ui/fields/email-field.tsx'
import { Field } from '#ui/fields/field.tsx'
import { focusFirstInvalid } from '#ui/fields/focus-first-invalid.ts'
import { TextArea } from '#ui/fields/text-area.tsx'
import { type Translate, useT } from '#ui/i18n/use-t.ts'
import { showToast } from '#ui/overlays/toast.tsx'
import type { Prefill } from './load-prefill.ts'
import { OrderNoField } from './order-no-field.tsx'
import { ticketDrafts } from './ticket-draft.ts'
import styles from './ticket-form.module.css'

type Props = { problemType: number; isOrderNoRequired: boolean; prefill: Prefill; onSent: () => void }

type Typed = { email: string; order_no: string; customer_name: string; message: string }

export function TicketForm(props: Props) {
  const { isOrderNoRequired, prefill } = props
  const t = useT()
  const { form, typed, change, problemOf, isBusy, send } = useTicketForm(props)
  return (
    <form ref={form} onSubmit={send} noValidate method="post">
      <EmailField
        label={t('Email Address')}
        required
        value={typed.email}
        error={problemOf('email')}
        onChange={(event) => change('email', event.target.value)}
      />
      <OrderNoField
        value={typed.order_no}
        required={isOrderNoRequired}
        canSearch={prefill.isSignedIn}
        error={problemOf('order_no')}
        onChange={(value) => change('order_no', value)}
      />
      <Field
        label={t('Name')}
        name="customer_name"
        autoComplete="name"
        maxLength={customerNameMaxLength}
        value={typed.customer_name}
        onChange={(event) => change('customer_name', event.target.value)}
      />
      <TextArea
        label={t('Message')}
        name="message"
        placeholder={t('Tell us how we can help')}
        maxLength={ticketMessageMaxLength}
        counter={typed.message.length > ticketMessageMaxLength - 100}
        required
        value={typed.message}
        error={problemOf('message')}
        onChange={(event) => change('message', event.target.value)}
      />
      <Button type="submit" block busy={isBusy}>
        {t('Submit')}
      </Button>
      <p className={styles.promise}>
        {t('We answer tickets within {hours} hours by email.', { hours: ticketReplyHours })}
      </p>
    </form>
  )
}

/** Manages the typed ticket and its problems. The ticket is stored as a draft. */
function useTicketForm({ problemType, isOrderNoRequired, prefill, onSent }: Props) {
  const t = useT()
  const { call } = useRouter().options.context
  const form = useRef<HTMLFormElement>(null)
  const draftId = String(problemType)
  const [typed, setTyped] = useState<Typed>(() => ({
    email: prefill.email,
    order_no: '',
    customer_name: prefill.name,
    message: '',
    ...ticketDrafts.read(draftId),
  }))
  const [isTried, setTried] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [refused, setRefused] = useState<Record<string, string[]>>({})
  const problems = {
    email: findEmailProblem(typed.email),
    order_no: findContactOrderNoProblem(typed.order_no, isOrderNoRequired),
    message: findMessageProblem(typed.message),
  }

  const { order_no, message } = typed
  useEffect(() => ticketDrafts.keep({ order_no, message }, draftId), [order_no, message, draftId])

  function change(name: keyof Typed, value: string) {
    setTyped((now) => ({ ...now, [name]: value }))
    setRefused(({ [name]: _, ...others }) => others)
  }

  /**
   * Returns the problem of a field. Problems found by the form are shown after the first try. Problems found by the
   * server are shown until the field changes.
   */
  function problemOf(name: keyof typeof problems) {
    const problem = (isTried ? problems[name] : null) ?? refused[name]?.[0]
    return problem && t(problem)
  }

  async function send(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (Object.values(problems).some((problem) => problem !== null)) return focusFirstInvalid(form.current)
    if (isBusy) return
    setBusy(true)
    try {
      await call(sendTicket, { ...typed, problem_type: problemType, client_os: 'mobile' })
      ticketDrafts.forget(draftId)
      onSent()
    } catch (error) {
      setBusy(false)
      if (error instanceof CallRefused) {
        setRefused(error.refusal.errors ?? {})
        focusFirstInvalid(form.current)
      }
      showToast(explain(error, t), { icon: 'alert' })
    }
  }

  return { form, typed, change, problemOf, isBusy, send }
}

/** Formats an error. For invalid fields, lists the problems of all fields. */
function explain(error: unknown, t: Translate): string {
  if (error instanceof CallRefused) {
    const { message, errors } = error.refusal
    const all = error.status === 422 ? Object.values(errors ?? {}).flat() : []
    if (all.length > 0) return all.map((one) => t(one)).join(' ')
    if (message) return t(message)
  }
  const serverMessage = error instanceof CallFailed ? error.serverMessage : null
  return t(serverMessage ?? msg('We couldn’t send your request. Please try again.'))
}
