import { useRouter } from '@tanstack/react-router'
import Pencil from 'lucide-react/icons/pencil'
import { type FormEvent, useRef, useState } from 'react'
import { returnStatus } from '#features/orders/return-statuses.rules.ts'
import type { Return } from '#features/returns/returns.contract.ts'
import {
  findParcelProblems,
  groupParcels,
  isWaitingForParcel,
  type ParcelProblems,
  parcelMaxLength,
  waybillMessage,
} from '#features/returns/returns.rules.ts'
import { Button } from '#ui/buttons/button.tsx'
import { CopyButton } from '#ui/buttons/copy-button.tsx'
import { IconButton } from '#ui/buttons/icon-button.tsx'
import { Countdown } from '#ui/content/countdown.tsx'
import { Literal } from '#ui/content/literal.tsx'
import { CheckRow } from '#ui/fields/check-row.tsx'
import { Field } from '#ui/fields/field.tsx'
import { FormProblem } from '#ui/fields/form-problem.tsx'
import { showProblem } from '#ui/fields/show-problem.ts'
import { useT } from '#ui/i18n/use-t.ts'
import { KeyValues } from '#ui/layout/key-values.tsx'
import { Section, SectionTitle } from '#ui/layout/page.tsx'
import { showToast } from '#ui/overlays/toast.tsx'
import { sendEvent } from '#web/data/events.ts'
import { useDraft } from '#web/data/use-draft.ts'
import { useSubmit } from '#web/data/use-submit.ts'
import { focusHeading } from '#web/navigation/use-page-focus.ts'
import { useReturnDesk } from '../return-desk.ts'
import { parcelDrafts } from './parcel-draft.ts'
import styles from './parcel-info.module.css'

type Props = {
  returnRequest: Return
  measuredAt: number
  onChange: (returnRequest: Return) => void
  onReload: () => Promise<void>
}

/**
 * The parcels of a return: asked for as long as an item waits for its data, whatever the others do, shown afterwards, and
 * editable as long as the server says so.
 */
export function ParcelInfo({ returnRequest, measuredAt, onChange, onReload }: Props) {
  const t = useT()
  const waiting = returnRequest.products.filter(isWaitingForParcel)
  return (
    <>
      {waiting.length > 0 && (
        <Section>
          <h2 className={styles.caption}>{t('Please enter the tracking number within')}</h2>
          <Countdown seconds={returnRequest.remind_time} measuredAt={measuredAt} onComplete={onReload} />
          <ParcelForm
            key={waiting.map(({ id }) => id).join()}
            returnRequest={returnRequest}
            items={waiting}
            onChange={onChange}
            onReload={onReload}
          />
        </Section>
      )}
      {returnRequest.return_address && <ReturnAddress address={returnRequest.return_address} />}
      {groupParcels(returnRequest.products).map((items) => (
        <SentParcel
          key={items.map(({ id }) => id).join()}
          returnRequest={returnRequest}
          items={items}
          onChange={onChange}
          onReload={onReload}
        />
      ))}
    </>
  )
}

function ReturnAddress({ address }: { address: string }) {
  const t = useT()
  return (
    <Section>
      <SectionTitle end={<CopyButton text={address} subject={t('Send it to')} />}>{t('Send it to')}</SectionTitle>
      <address className={styles.address}>
        <bdi translate="no">{address}</bdi>
      </address>
    </Section>
  )
}

type SentParcelProps = Omit<Props, 'measuredAt'> & { items: Return['products'] }

/** What travels together, with its carrier and number. */
function SentParcel({ returnRequest, items, onChange, onReload }: SentParcelProps) {
  const t = useT()
  const [isEditing, setEditing] = useState(false)
  const [first] = items
  if (!first) return null
  const canEdit = items.every((item) => item.status === returnStatus.approved && item.can_edit)
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
      {items.length < returnRequest.products.length && <ItemNames items={items} />}
      {canEdit && isEditing ? (
        <ParcelForm
          returnRequest={returnRequest}
          items={items}
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
            { key: 'company', label: t('Delivery Company'), value: <Literal>{first.delivery_company}</Literal> },
            {
              key: 'number',
              label: t('Tracking Number'),
              value: <Literal>{first.tracking_number}</Literal>,
              end: <CopyButton text={first.tracking_number ?? ''} subject={t('Tracking Number')} />,
            },
          ]}
        />
      )}
    </Section>
  )
}

/** Which of several items this is about. */
function ItemNames({ items }: { items: Return['products'] }) {
  return <p className={styles.items}>{items.map(({ order_product }) => order_product.name).join(', ')}</p>
}

type FormProps = {
  returnRequest: Return
  /** Those that wait for the same, or travel in the same parcel. */
  items: Return['products']
  isEdit?: boolean
  onCancel?: () => void
  onChange: (returnRequest: Return) => void
  onReload: () => Promise<void>
}

const nothing = { delivery_company: '', tracking_number: '' }

function ParcelForm({ returnRequest, items, isEdit = false, onCancel, onChange, onReload }: FormProps) {
  const t = useT()
  const { session } = useRouter().options.context
  const desk = useReturnDesk()
  const kept = useDraft(parcelDrafts, returnRequest.id)
  const [typed, setTyped] = useState<typeof kept>(null)
  const { delivery_company, tracking_number } = items[0] ?? {}
  const given = { delivery_company: delivery_company ?? '', tracking_number: tracking_number ?? '' }
  const parcel = typed ?? (isEdit ? given : (kept ?? nothing))
  const [left, setLeft] = useState<string[]>([])
  const packed = items.filter(({ id }) => !left.includes(id))
  const [problems, setProblems] = useState<ParcelProblems>({})
  const { submit, ...sent } = useSubmit(desk.giveParcel)
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
    if (wrong) return showProblem(form.current)
    const done = await submit({
      after_sale_id: returnRequest.id,
      order_product_ids: packed.map(({ order_product_id }) => order_product_id),
      ...parcel,
      ...desk.nameEmail(session),
    })
    if (!done) {
      sendEvent('parcel_submit', { is_success: 0, return_no: returnRequest.return_no })
      // A return that has moved on meanwhile shows where it stands; without a connection nothing changes.
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
  return (
    <form ref={form} noValidate className={styles.form} onSubmit={handleSubmit}>
      {!isEdit && items.length === 1 && returnRequest.products.length > 1 && <ItemNames items={items} />}
      {!isEdit && items.length > 1 && (
        <Packing
          items={items}
          packed={packed}
          onChange={(id, isPacked) => setLeft(isPacked ? left.filter((one) => one !== id) : [...left, id])}
        />
      )}
      <Field
        label={t('Delivery Company')}
        name="delivery_company"
        required
        autoComplete="off"
        maxLength={parcelMaxLength}
        value={parcel.delivery_company}
        hint={t('A short name needs a word more: “UPS Ground”, “DHL Express”, “GLS Parcel”.')}
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

/** Items that are sent apart are told apart: what is not in this parcel is asked for again. */
function Packing({ items, packed, onChange }: PackingProps) {
  const t = useT()
  return (
    <fieldset className={styles.packing}>
      <legend>{t('In this parcel')}</legend>
      {items.map(({ id, order_product }) => (
        <CheckRow
          key={id}
          checked={packed.some((item) => item.id === id)}
          // A parcel without anything in it is none: the last one stays.
          disabled={packed.length === 1 && packed[0]?.id === id}
          onChange={(event) => onChange(id, event.target.checked)}
        >
          {order_product.name}
        </CheckRow>
      ))}
    </fieldset>
  )
}
