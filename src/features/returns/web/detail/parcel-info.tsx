import Pencil from 'lucide-react/icons/pencil'
import { useState } from 'react'
import { returnStatus } from '#features/orders/return-statuses.rules.ts'
import type { Return } from '#features/returns/returns.contract.ts'
import { groupParcels, isWaitingForParcel } from '#features/returns/returns.rules.ts'
import { CopyButton } from '#ui/buttons/copy-button.tsx'
import { IconButton } from '#ui/buttons/icon-button.tsx'
import { Literal } from '#ui/content/literal.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { Section, SectionTitle } from '#ui/layout/page.tsx'
import { KeyValues } from '#ui/lists/key-values.tsx'
import { Countdown } from '#ui/time/countdown.tsx'
import { ItemNames, ParcelForm } from './parcel-form.tsx'
import styles from './parcel-info.module.css'

type Props = {
  returnRequest: Return
  measuredAt: number
  onChange: (returnRequest: Return) => void
  onReload: () => Promise<void>
}

/**
 * Shows the parcels of a return. The form is shown while any item waits for its parcel data, and the data can be edited for as
 * long as the server allows.
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

/** Shows the items of a parcel with its carrier and number. */
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
