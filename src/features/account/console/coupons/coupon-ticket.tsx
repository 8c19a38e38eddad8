import { showDay } from '#console/ui/day.rules.ts'
import { Panel } from '#console/ui/panel.tsx'
import { type CouponValues, showCondition, showGives, toTerms } from './coupon-form.rules.ts'
import styles from './coupon-page.module.css'

/** Roughly as the shopper sees it, while it is being typed. */
export function CouponTicket({ values, isNew }: { values: CouponValues; isNew?: boolean }) {
  const terms = toTerms(values)
  return (
    <Panel title="As the shopper sees it">
      <div className={styles.ticket}>
        <div className={styles.gives}>{showGives({ ...terms, maximum: null })}</div>
        <div className={styles.words}>
          <b>{values.condition_text || (isNew && showCondition(terms))}</b>
          {values.object && <span>{values.object}</span>}
          <span>{showDays(values)}</span>
          <bdi dir="ltr">{values.code}</bdi>
        </div>
      </div>
    </Panel>
  )
}

function showDays({ starts_at, ends_at, valid_days }: CouponValues): string {
  if (ends_at) return `${starts_at ? `${showDay(starts_at)} to` : 'Until'} ${showDay(ends_at)}`
  if (valid_days) return `${valid_days} ${valid_days === 1 ? 'day' : 'days'} from the claim`
  return 'Indefinite'
}
