import { formatDay } from '#console/ui/format/day.rules.ts'
import { formatRoundMoney } from '#console/ui/format/money.rules.ts'
import { Panel } from '#console/ui/layout/panel.tsx'
import { type CouponValues, formatCondition, toTerms } from './coupon-form.rules.ts'
import styles from './coupon-ticket.module.css'

/** Previews the ticket that shoppers see, from the typed values. */
export function CouponTicket({ values, isNew }: { values: CouponValues; isNew?: boolean }) {
  const terms = toTerms(values)
  const [amount, off] = formatDiscountParts(terms)
  return (
    <Panel title="As the shopper sees it" isFlush>
      <div className={styles.ground}>
        <div className={styles.shadow}>
          <div className={styles.ticket}>
            <div className={styles.gives}>
              {amount}
              <small>{off}</small>
            </div>
            <div className={styles.words}>
              <b>{values.condition_text || (isNew && formatCondition(terms))}</b>
              {values.object && <span>{values.object}</span>}
              <small>{formatDays(values)}</small>
              <bdi dir="ltr" className={styles.code}>
                {values.code}
              </bdi>
            </div>
          </div>
        </div>
      </div>
    </Panel>
  )
}

function formatDiscountParts({ kind, amount, percent }: ReturnType<typeof toTerms>): [amount: string, off: string] {
  if (kind === 'free_shipping') return ['Free', 'Ship']
  if (kind === 'percent') return [`${percent ?? '…'}%`, 'Off']
  return [amount ? formatRoundMoney(amount) : '…', 'Off']
}

function formatDays({ starts_at, ends_at, valid_days }: CouponValues): string {
  if (ends_at) return `${starts_at ? `${formatDay(starts_at)} to` : 'Until'} ${formatDay(ends_at)}`
  if (valid_days) return `${valid_days} ${valid_days === 1 ? 'day' : 'days'} after the claim`
  return 'Indefinite'
}
