import { useState } from 'react'
import type { CodeCheck } from '#features/coupons/coupons.contract.ts'
import { codeMaxLength, couponType, explainCode } from '#features/coupons/coupons.rules.ts'
import { Button, TextButton } from '#ui/buttons/button.tsx'
import { Literal } from '#ui/content/literal.tsx'
import { Tag } from '#ui/content/tag.tsx'
import { RadioList } from '#ui/fields/radio-list.tsx'
import { formatCouponNumber, formatPercent } from '#ui/i18n/format-values.ts'
import { type Translate, useLanguage, useT } from '#ui/i18n/use-t.ts'
import { Section, SectionTitle } from '#ui/layout/page.tsx'
import { Sheet } from '#ui/overlays/sheet.tsx'
import { LocalTime } from '#ui/time/local-time.tsx'
import { AppliedCoupon, CouponCodeField } from '#web/parts/coupon-code.tsx'
import type { CouponChoice } from '../checkout.contract.ts'
import { noCoupon, typedCoupon } from '../checkout.rules.ts'
import styles from './checkout-page.module.css'

type Props = {
  coupons: CouponChoice[]
  claimId: string | null
  typed: CodeCheck | null
  isBusy: boolean
  /** A claim id, `code` or `none`. */
  onChoose: (claimId: string) => void
  onApply: (code: string) => void
  /** Removes the typed code. */
  onForget: () => void
}

/**
 * Renders the coupon of this order. The best coupon is preselected, another coupon can be chosen from a sheet, and a
 * code can be typed.
 */
export function CouponPart(props: Props) {
  const { coupons, claimId, typed, isBusy, onChoose, onApply, onForget } = props
  const t = useT()
  const language = useLanguage()
  const [isOpen, setOpen] = useState(false)
  const heldCount = coupons.filter(({ claim_id }) => claim_id !== typedCoupon).length
  const best = coupons.find(({ is_best }) => is_best)
  const problem = typed && explainCode(typed, t)
  const chosen = coupons.find(({ claim_id }) => claim_id === claimId)
  return (
    <Section aria-labelledby="checkout-coupon">
      <SectionTitle
        id="checkout-coupon"
        end={
          heldCount > 0 && (
            <TextButton aria-haspopup="dialog" onClick={() => setOpen(true)}>
              {t('My coupons')} ({heldCount})
            </TextButton>
          )
        }
      >
        {t('Coupon')}
      </SectionTitle>
      <div className={styles.couponParts}>
        {chosen ? (
          <AppliedCoupon
            code={chosen.code}
            {...formatStub(chosen, t, language)}
            saved={chosen.off && Number(chosen.off.price_value) > 0 ? chosen.off.price : null}
            onRemove={() => onChoose(noCoupon)}
          />
        ) : (
          best && <BestOffer coupon={best} onUse={() => onChoose(best.claim_id)} />
        )}
        {(problem || chosen?.code !== typed?.code || !chosen) && (
          <CouponCodeField
            maxLength={codeMaxLength}
            problem={problem}
            busy={isBusy}
            onApply={onApply}
            onChange={onForget}
          />
        )}
      </div>
      <Sheet open={isOpen} onClose={() => setOpen(false)} title={t('Choose a coupon')} flush>
        <CouponChoices
          coupons={coupons}
          claimId={claimId}
          onChoose={(value) => {
            onChoose(value)
            setOpen(false)
          }}
        />
      </Sheet>
    </Section>
  )
}

/** Offers the best coupon if no coupon is in use. */
function BestOffer({ coupon, onUse }: { coupon: CouponChoice; onUse: () => void }) {
  const t = useT()
  return (
    <div className={styles.fits}>
      <span>
        <span className={styles.fitsCode}>{t('{code} is valid for this order', { code: coupon.code })}</span>
        <span className={styles.couponNote}>{t(coupon.use_condition_txt)}</span>
      </span>
      <Button size="small" onClick={onUse}>
        {t('USE-1')}
      </Button>
    </div>
  )
}

type ChoicesProps = { coupons: CouponChoice[]; claimId: string | null; onChoose: (claimId: string) => void }

/** Lists the shopper's usable coupons as choices, and below them the other coupons with their unmet conditions. */
function CouponChoices({ coupons, claimId, onChoose }: ChoicesProps) {
  const t = useT()
  const usable = coupons.filter(({ off }) => off !== null)
  const others = coupons.filter(({ off }) => off === null)
  return (
    <>
      <RadioList
        label={t('Coupon')}
        name="coupon"
        value={claimId ?? noCoupon}
        onChange={onChoose}
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
      {others.length > 0 && <OtherCoupons coupons={others} />}
    </>
  )
}

function OtherCoupons({ coupons }: { coupons: CouponChoice[] }) {
  const t = useT()
  return (
    <section className={styles.others} aria-labelledby="other-coupons">
      <h3 id="other-coupons" className={styles.othersTitle}>
        {t('Not available for this order yet')}
      </h3>
      <ul>
        {coupons.map((coupon) => (
          <li key={coupon.claim_id} className={styles.other}>
            <Literal>{coupon.code}</Literal>
            <span className={styles.lack}>{formatMissing(coupon, t)}</span>
            <CouponNote coupon={coupon} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Returns the text of the coupon, such as `$15` and OFF. Free shipping has a picture instead. */
function formatStub(coupon: CouponChoice, t: Translate, language: string) {
  const { coupon_type, discount, symbol_left, symbol_right } = coupon
  if (coupon_type === couponType.freeShipping) return {}
  const figure = formatCouponNumber(discount, language)
  const amount =
    coupon_type === couponType.fixed
      ? `${symbol_left}${figure}${symbol_right}`
      : formatPercent(Number(discount), language)
  return { amount, caption: t('off') }
}

/** Shows the discount. Free shipping has no discount on an order that ships free anyway. */
function Off({ coupon: { off } }: { coupon: CouponChoice }) {
  const t = useT()
  if (!off) return null
  if (Number(off.price_value) === 0) return <span className={styles.none}>{t('No discount on this order')}</span>
  return <Literal className={styles.off}>−{off.price}</Literal>
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

function formatMissing({ missing, block_reason }: CouponChoice, t: Translate): string {
  if (block_reason === 'coupon_reserved') return t('This coupon is reserved for another order')
  if (block_reason === 'coupon_not_started') return t('This coupon cannot be used yet')
  if (block_reason === 'coupon_new_only') {
    return t('This coupon is only for a first order with a confirmed email address')
  }
  if (missing?.kind === 'amount') return t('{price} more and it can be used', { price: missing.price ?? '' })
  return t('No item in this order qualifies')
}
