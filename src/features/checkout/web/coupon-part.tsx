import { useState } from 'react'
import { showPrice } from '#contract/money.ts'
import { type Translate, useT } from '#web/i18n/use-t.ts'
import { TicketPercent } from '#web/ui/icons.ts'
import { Literal } from '#web/ui/literal.tsx'
import { LocalTime } from '#web/ui/local-time.tsx'
import { Section } from '#web/ui/page.tsx'
import { RadioList } from '#web/ui/radio-list.tsx'
import { ButtonRow } from '#web/ui/rows.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { Tag } from '#web/ui/tag.tsx'
import type { CouponChoice } from '../checkout.contract.ts'
import { noCoupon } from '../checkout.rules.ts'
import styles from './checkout-page.module.css'

type Props = {
  coupons: CouponChoice[]
  claimId: string | null
  /** A claim, or `none`. */
  onChoose: (claimId: string) => void
}

/** The coupon of this order: the best one is taken already, and a tap shows the others and what they lack. */
export function CouponPart({ coupons, claimId, onChoose }: Props) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const chosen = coupons.find(({ claim_id }) => claim_id === claimId)
  const usable = coupons.filter(({ off }) => off !== null)
  const others = coupons.filter(({ off }) => off === null)
  return (
    <Section flush aria-label={t('Coupon')}>
      <ButtonRow
        icon={TicketPercent}
        label={t('Coupon')}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        value={describeChoice(chosen, usable.length, t)}
      />
      <Sheet open={isOpen} onClose={() => setOpen(false)} title={t('Choose a coupon')} flush>
        <RadioList
          label={t('Coupon')}
          name="coupon"
          value={claimId ?? noCoupon}
          onChange={(value) => {
            onChoose(value)
            setOpen(false)
          }}
          choices={[
            ...usable.map((coupon) => ({
              value: coupon.claim_id,
              label: (
                <span className={styles.coupon}>
                  <Literal>{coupon.code}</Literal>
                  <Off coupon={coupon} />
                  {coupon.is_best && <Tag tone="success">{t('Best choice')}</Tag>}
                </span>
              ),
              note: <CouponNote coupon={coupon} />,
            })),
            { value: noCoupon, label: t('No coupon') },
          ]}
        />
        {others.length > 0 && (
          <section className={styles.others} aria-labelledby="other-coupons">
            <h3 id="other-coupons" className={styles.othersTitle}>
              {t('Not for this order yet')}
            </h3>
            <ul>
              {others.map((coupon) => (
                <li key={coupon.claim_id} className={styles.other}>
                  <Literal>{coupon.code}</Literal>
                  <span className={styles.lack}>{describeLack(coupon, t)}</span>
                  <CouponNote coupon={coupon} />
                </li>
              ))}
            </ul>
          </section>
        )}
      </Sheet>
    </Section>
  )
}

function describeChoice(chosen: CouponChoice | undefined, usable: number, t: Translate) {
  if (chosen) {
    return (
      <span className={styles.coupon}>
        <Literal>{chosen.code}</Literal>
        <Off coupon={chosen} />
      </span>
    )
  }
  return usable > 0 ? t('{amount, plural, one {# to choose} other {# to choose from}}', { amount: usable }) : t('None')
}

/** What it takes off; free shipping takes nothing off what ships free anyway. */
function Off({ coupon: { off } }: { coupon: CouponChoice }) {
  const t = useT()
  if (!off) return null
  if (Number(off.price_value) === 0) return <span className={styles.none}>{t('Nothing to take off here')}</span>
  return <Literal className={styles.off}>−{showPrice(off)}</Literal>
}

function CouponNote({ coupon }: { coupon: CouponChoice }) {
  const t = useT()
  return (
    <span className={styles.couponNote}>
      <span>{t(coupon.use_condition_txt)}</span>
      {coupon.date_end && (
        <span>
          <span>{t('Ends')} </span>
          <LocalTime>{coupon.date_end}</LocalTime>
        </span>
      )}
    </span>
  )
}

function describeLack({ missing, block_reason }: CouponChoice, t: Translate): string {
  if (block_reason === 'coupon_reserved') return t('This coupon is reserved for another order')
  if (block_reason === 'coupon_not_started') return t('This coupon cannot be used yet')
  if (block_reason === 'coupon_new_only') {
    return t('This coupon is for a first order from a confirmed email address')
  }
  if (missing?.kind === 'amount') return t('{price} more and it can be used', { price: missing.price ?? '' })
  return t('Nothing in this order is what it is for')
}
