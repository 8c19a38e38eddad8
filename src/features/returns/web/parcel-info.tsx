import { useRouter } from '@tanstack/react-router'
import { Pencil } from 'lucide-react'
import { type FormEvent, useLayoutEffect, useRef, useState } from 'react'
import { sendEvent } from '#web/events.ts'
import { useT } from '#web/i18n/use-t.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Countdown } from '#web/ui/countdown.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormProblem } from '#web/ui/form-problem.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { KeyValues } from '#web/ui/key-values.tsx'
import { Literal } from '#web/ui/literal.tsx'
import { Section, SectionTitle } from '#web/ui/page.tsx'
import { showProblem } from '#web/ui/show-problem.ts'
import { showToast } from '#web/ui/toast.tsx'
import { useSubmit } from '#web/use-submit.ts'
import { giveParcel, type Return } from '../returns.contract.ts'
import { findParcelProblems, type ParcelProblems, parcelMaxLength, waybillMessage } from '../returns.rules.ts'
import { keepParcelDraft, readParcelDraft } from './parcel-draft.ts'
import styles from './parcel-info.module.css'

type Props = {
  found: Return
  measuredAt: number
  onChange: (found: Return) => void
  onReload: () => Promise<void>
}

/** The parcel: asked for while its data are missing, shown afterwards, and editable as long as the server says so. */
export function ParcelInfo({ found, measuredAt, onChange, onReload }: Props) {
  const t = useT()
  const [isEditing, setEditing] = useState(false)
  const hasParcel = Boolean(found.delivery_company && found.tracking_number)
  if (found.status === 2 && !hasParcel) {
    return (
      <Section>
        <h2 className={styles.caption}>{t('Please enter the tracking number within')}</h2>
        <Countdown seconds={found.remind_time} measuredAt={measuredAt} onComplete={onReload} />
        <ParcelForm found={found} onChange={onChange} onReload={onReload} />
      </Section>
    )
  }
  if (!hasParcel) return null
  const canEdit = found.status === 2 && found.can_edit
  return (
    <Section>
      <SectionTitle
        end={
          canEdit && !isEditing ? (
            <IconButton icon={Pencil} label={t('Edit')} className={styles.edit} onClick={() => setEditing(true)} />
          ) : null
        }
      >
        {t('Parcel info')}
      </SectionTitle>
      {canEdit && isEditing ? (
        <ParcelForm
          found={found}
          isEdit
          onCancel={() => {
            setEditing(false)
            onReload()
          }}
          onChange={(next) => {
            setEditing(false)
            onChange(next)
          }}
          onReload={onReload}
        />
      ) : (
        <KeyValues
          items={[
            { key: 'company', label: t('Delivery Company'), value: <Literal>{found.delivery_company}</Literal> },
            {
              key: 'number',
              label: t('Tracking Number'),
              value: <Literal>{found.tracking_number}</Literal>,
              end: <CopyButton text={found.tracking_number ?? ''} subject={t('Tracking Number')} />,
            },
          ]}
        />
      )}
    </Section>
  )
}

type FormProps = {
  found: Return
  isEdit?: boolean
  onCancel?: () => void
  onChange: (found: Return) => void
  onReload: () => Promise<void>
}

function ParcelForm({ found, isEdit = false, onCancel, onChange, onReload }: FormProps) {
  const t = useT()
  const { session } = useRouter().options.context
  const [parcel, setParcel] = useState({
    delivery_company: found.delivery_company ?? '',
    tracking_number: found.tracking_number ?? '',
  })
  const [problems, setProblems] = useState<ParcelProblems>({})
  const { submit, ...sent } = useSubmit(giveParcel)
  const form = useRef<HTMLFormElement>(null)

  useLayoutEffect(() => {
    const kept = isEdit ? null : readParcelDraft(found.id)
    if (kept) setParcel(kept)
  }, [found.id, isEdit])

  function change(changed: Partial<typeof parcel>) {
    const next = { ...parcel, ...changed }
    setParcel(next)
    setProblems({})
    if (!isEdit) keepParcelDraft(found.id, next)
  }

  async function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (sent.isBusy) return
    const wrong = findParcelProblems(parcel, isEdit)
    setProblems(wrong ?? {})
    if (wrong) return showProblem(form.current)
    const email = session.email()
    const onTheWay = found.products.filter(({ status }) => status === 2)
    const done = await submit({
      after_sale_id: found.id,
      order_product_ids: onTheWay.map(({ order_product_id }) => order_product_id),
      ...parcel,
      ...(email && { email }),
    })
    if (!done) {
      sendEvent('parcel_submit', { is_success: 0, return_no: found.return_no })
      // A return that has moved on meanwhile shows where it stands; without a connection nothing changes.
      return onReload()
    }
    keepParcelDraft(found.id, null)
    showToast(t(waybillMessage), { icon: 'ok' })
    onChange(done.answer)
  }

  const errorOf = (field: keyof ParcelProblems) => {
    const message = problems[field] ?? sent.refusal?.errors?.[field]?.[0]
    return message && t(message)
  }
  return (
    <form ref={form} noValidate className={styles.form} onSubmit={handleSubmit}>
      <Field
        label={t('Delivery Company')}
        name="delivery_company"
        required
        autoComplete="off"
        maxLength={parcelMaxLength}
        value={parcel.delivery_company}
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
