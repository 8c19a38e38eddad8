import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import TicketPercent from 'lucide-react/icons/ticket-percent'
import X from 'lucide-react/icons/x'
import { type KeyboardEvent, useId, useState } from 'react'
import { Button } from '#ui/buttons/button.tsx'
import { IconButton } from '#ui/buttons/icon-button.tsx'
import { Icon } from '#ui/content/icon.tsx'
import { joinClasses } from '#ui/content/join-classes.ts'
import { Literal } from '#ui/content/literal.tsx'
import { useEarlyTyping } from '#ui/fields/field.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import styles from './coupon-code.module.css'

type FieldProps = {
  maxLength: number
  /** The reason why the last applied code has no effect. */
  problem: string | null
  busy: boolean
  onApply: (code: string) => void
  /** Called when the code is changed or emptied. The message about the previous code no longer applies. */
  onChange: () => void
}

/**
 * Renders the field for a coupon code. The field is inside other forms, so Enter applies the code and submits nothing
 * else.
 */
export function CouponCodeField({ maxLength, problem, busy, onApply, onChange }: FieldProps) {
  const t = useT()
  const id = useId()
  const [code, setCode] = useState('')
  const apply = () => {
    if (code.trim() !== '' && !busy) onApply(code.trim())
  }
  const type = (value: string) => {
    setCode(value)
    if (problem) onChange()
  }
  useEarlyTyping<HTMLInputElement>(id, { value: code, onChange: (event) => type(event.target.value) })
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    apply()
  }
  return (
    <div>
      <div className={styles.row}>
        <div className={joinClasses(styles.box, problem && styles.wrong)}>
          <input
            id={id}
            aria-label={t('Coupon code')}
            aria-invalid={problem ? true : undefined}
            aria-describedby={problem ? `${id}-problem` : undefined}
            placeholder={t('Coupon code')}
            maxLength={maxLength}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            dir="ltr"
            className={styles.input}
            value={code}
            onChange={(event) => type(event.target.value)}
            onKeyDown={press}
          />
          {code !== '' && <IconButton icon={X} label={t('Clear')} className={styles.clear} onClick={() => type('')} />}
        </div>
        <Button tone="secondary" busy={busy} onClick={apply}>
          {t('Apply')}
        </Button>
      </div>
      <div aria-live="polite">
        {problem && (
          <p id={`${id}-problem`} className={styles.problem}>
            <Icon of={CircleAlert} size="s" />
            <span>{problem}</span>
          </p>
        )}
      </div>
    </div>
  )
}

type AppliedProps = {
  code: string
  /** The discount, such as `$15`. Without a discount, a drawing is shown. */
  amount?: string | undefined
  caption?: string | undefined
  /** The amount saved, such as `$15.00`. Null if the coupon saves nothing. */
  saved: string | null
  onRemove: () => void
}

/** Renders the coupon that an order uses. */
export function AppliedCoupon({ code, amount, caption, saved, onRemove }: AppliedProps) {
  const t = useT()
  return (
    <div className={styles.ticket}>
      <span className={styles.stub} aria-hidden="true">
        {amount ? (
          <>
            <Literal className={styles.amount}>{amount}</Literal>
            <span className={styles.caption}>{caption}</span>
          </>
        ) : (
          <Icon of={TicketPercent} />
        )}
      </span>
      <span className={styles.words} role="status">
        <Literal className={styles.code}>{code}</Literal>
        <span className={saved ? styles.saved : styles.nothing}>
          {saved ? t('You save {price}', { price: saved }) : t('No discount on this order')}
        </span>
      </span>
      <IconButton icon={X} label={t('Remove the coupon')} onClick={onRemove} />
    </div>
  )
}
