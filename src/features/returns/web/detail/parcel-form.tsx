import { useRouter } from '@tanstack/react-router'
import { type FormEvent, useRef, useState } from 'react'
import type { Return } from '#features/returns/returns.contract.ts'
import {
  findParcelProblems,
  type ParcelProblems,
  parcelMaxLength,
  waybillMessage,
} from '#features/returns/returns.rules.ts'
import { Button } from '#ui/buttons/button.tsx'
import { CheckRow } from '#ui/fields/check-row.tsx'
import { Field } from '#ui/fields/field.tsx'
import { focusFirstInvalid } from '#ui/fields/focus-first-invalid.ts'
import { FormProblem } from '#ui/fields/form-problem.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { showToast } from '#ui/overlays/toast.tsx'
import { sendEvent } from '#web/data/events.ts'
import { useDraft } from '#web/data/use-draft.ts'
import { useSubmit } from '#web/data/use-submit.ts'
import { focusHeading } from '#web/navigation/use-page-focus.ts'
import { useReturnCalls } from '../return-calls.ts'
import { parcelDrafts } from './parcel-draft.ts'
import styles from './parcel-info.module.css'

/** Shows the names of the items in the form. */
export function ItemNames({ items }: { items: Return['products'] }) {
  return <p className={styles.items}>{items.map(({ order_product }) => order_product.name).join(', ')}</p>
}

type FormProps = {
  returnRequest: Return
  /** Items that wait for parcel data, or that travel in the same parcel. */
  items: Return['products']
  isEdit?: boolean
  onCancel?: () => void
  onChange: (returnRequest: Return) => void
  onReload: () => Promise<void>
}

const nothing = { delivery_company: '', tracking_number: '' }

/** Manages the typed parcel data and their problems. New parcel data are stored as a draft. */
function useParcelForm({ returnRequest, items, isEdit = false, onChange, onReload }: FormProps) {
  const t = useT()
  const { session } = useRouter().options.context
  const returnCalls = useReturnCalls()
  const kept = useDraft(parcelDrafts, returnRequest.id)
  const [typed, setTyped] = useState<typeof kept>(null)
  const { delivery_company, tracking_number } = items[0] ?? {}
  const given = { delivery_company: delivery_company ?? '', tracking_number: tracking_number ?? '' }
  const parcel = typed ?? (isEdit ? given : (kept ?? nothing))
  const [left, setLeft] = useState<string[]>([])
  const packed = items.filter(({ id }) => !left.includes(id))
  const [problems, setProblems] = useState<ParcelProblems>({})
  const { submit, ...sent } = useSubmit(returnCalls.giveParcel)
  const form = useRef<HTMLFormElement>(null)

  function change(changed: Partial<typeof parcel>) {
    const next = { ...parcel, ...changed }
    setTyped(next)
    setProblems({})
    if (!isEdit) parcelDrafts.keep(next, returnRequest.id)
  }

  async function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (sent.isBusy) return
    const wrong = findParcelProblems(parcel, isEdit)
    setProblems(wrong ?? {})
    if (wrong) return focusFirstInvalid(form.current)
    const done = await submit({
      after_sale_id: returnRequest.id,
      order_product_ids: packed.map(({ order_product_id }) => order_product_id),
      ...parcel,
      ...returnCalls.getEmailParameter(session),
    })
    if (!done) {
      sendEvent('parcel_submit', { is_success: 0, return_no: returnRequest.return_no })
      // The return may have changed in the meantime, so the page loads the return again. Without a connection, nothing
      // changes.
      return onReload()
    }
    parcelDrafts.forget(returnRequest.id)
    showToast(t(waybillMessage), { icon: 'ok' })
    onChange(done.answer)
    requestAnimationFrame(focusHeading)
  }

  const errorOf = (field: keyof ParcelProblems) => {
    const message = problems[field] ?? sent.refusal?.errors?.[field]?.[0]
    return message && t(message)
  }

  return { form, parcel, change, packed, setLeft, errorOf, sent, handleSubmit }
}

export function ParcelForm(props: FormProps) {
  const { returnRequest, items, isEdit = false, onCancel } = props
  const t = useT()
  const { form, parcel, change, packed, setLeft, errorOf, sent, handleSubmit } = useParcelForm(props)
  return (
    <form ref={form} noValidate className={styles.form} onSubmit={handleSubmit}>
      {!isEdit && items.length === 1 && returnRequest.products.length > 1 && <ItemNames items={items} />}
      {!isEdit && items.length > 1 && (
        <Packing
          items={items}
          packed={packed}
          onChange={(id, isPacked) => setLeft((left) => (isPacked ? left.filter((one) => one !== id) : [...left, id]))}
        />
      )}
      <Field
        label={t('Delivery Company')}
        name="delivery_company"
        required
        autoComplete="off"
        maxLength={parcelMaxLength}
        value={parcel.delivery_company}
        hint={t('Please enter the full name, such as “UPS Ground”, “DHL Express” or “GLS Parcel”.')}
        error={errorOf('delivery_company')}
        onChange={(event) => change({ delivery_company: event.target.value })}
      />
      <Field
        label={t('Tracking Number')}
        name="tracking_number"
        required
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={parcelMaxLength}
        value={parcel.tracking_number}
        error={errorOf('tracking_number')}
        onChange={(event) => change({ tracking_number: event.target.value })}
      />
      <FormProblem refusal={sent.refusal} hasFailed={sent.hasFailed} />
      <div className={styles.buttons}>
        {onCancel && (
          <Button tone="secondary" block onClick={onCancel}>
            {t('Cancel')}
          </Button>
        )}
        <Button type="submit" block busy={sent.isBusy}>
          {t('Submit')}
        </Button>
      </div>
    </form>
  )
}

type PackingProps = {
  items: Return['products']
  packed: Return['products']
  onChange: (id: string, isPacked: boolean) => void
}

/** Chooses the items in the parcel. For the remaining items, the form is shown again. */
function Packing({ items, packed, onChange }: PackingProps) {
  const t = useT()
  return (
    <fieldset className={styles.packing}>
      <legend>{t('In this parcel')}</legend>
      {items.map(({ id, order_product }) => (
        <CheckRow
          key={id}
          checked={packed.some((item) => item.id === id)}
          // A parcel needs at least one item, so the last item cannot be deselected.
          disabled={packed.length === 1 && packed[0]?.id === id}
          onChange={(event) => onChange(id, event.target.checked)}
        >
          {order_product.name}
        </CheckRow>
      ))}
    </fieldset>
  )
}
