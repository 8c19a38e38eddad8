import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { findEmailProblem } from '#contract/calls/fields.ts'
import { findOrderNoProblem } from '#features/orders/order-lookup.rules.ts'
import { Button } from '#ui/buttons/button.tsx'
import { EmailField } from '#ui/fields/email-field.tsx'
import { Field } from '#ui/fields/field.tsx'
import { focusFirstInvalid } from '#ui/fields/focus-first-invalid.ts'
import { FormProblem } from '#ui/fields/form-problem.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import styles from './lookup-form.module.css'

export type Lookup = { email: string; order_no: string }
/** Errors of the server: one below the order number, or one for the whole form. */
export type LookupProblem = { orderNo?: string; form?: string }

type Props = {
  typed: Lookup
  onType: (typed: Lookup) => void
  problem: LookupProblem | null
  isBusy: boolean
  /** Without a limit, the field accepts any length and shows an error for long text. */
  orderNoMaxLength?: number
  /** True if the form shows errors in the values of a link immediately, as if the values had been submitted. */
  showsProblemsAtOnce?: boolean
  onSearch: () => void
}

/** Asks for email address and order number, to show an order without signing in. */
export function LookupForm({
  typed,
  onType,
  problem,
  isBusy,
  orderNoMaxLength,
  showsProblemsAtOnce = false,
  onSearch,
}: Props) {
  const t = useT()
  const form = useRef<HTMLFormElement>(null)
  const [isTried, setTried] = useState(showsProblemsAtOnce)
  const emailProblem = findEmailProblem(typed.email)
  const orderNoProblem = findOrderNoProblem(typed.order_no)

  useEffect(() => {
    if (problem?.orderNo) focusFirstInvalid(form.current)
  }, [problem])

  function search(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (emailProblem || orderNoProblem) focusFirstInvalid(form.current)
    else if (!isBusy) onSearch()
  }

  function renderOrderNoProblem(): ReactNode {
    if (isTried && orderNoProblem) {
      const { id, ...values } = orderNoProblem
      return <span data-msg={id}>{t(id, values)}</span>
    }
    return problem?.orderNo && t(problem.orderNo)
  }

  return (
    <form ref={form} onSubmit={search} noValidate method="post">
      <EmailField
        label={t('Email Address')}
        required
        value={typed.email}
        error={isTried && emailProblem && t(emailProblem)}
        onChange={(event) => onType({ ...typed, email: event.target.value })}
      />
      <Field
        label={t('Order No.')}
        name="order_no"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        dir="ltr"
        required
        maxLength={orderNoMaxLength}
        value={typed.order_no}
        error={renderOrderNoProblem()}
        onChange={(event) => onType({ ...typed, order_no: event.target.value })}
      />
      <div className={problem?.form ? styles.problem : undefined}>
        <FormProblem refusal={problem?.form ? { message: problem.form } : null} hasFailed={false} />
      </div>
      <Button type="submit" block busy={isBusy}>
        {t('Track order')}
      </Button>
    </form>
  )
}
