import { isSafeLink } from '#contract/text/links.ts'
import { homeLink } from '#links/catalogue.links.ts'
import { Literal } from '#ui/content/literal.tsx'
import { Tag } from '#ui/content/tag.tsx'
import { formatCouponNumber, formatPercent } from '#ui/i18n/format-values.ts'
import { useLanguage, useT } from '#ui/i18n/use-t.ts'
import { sendEvent } from '#web/data/events.ts'
import { Voucher, VoucherLink } from '#web/parts/voucher.tsx'
import type { Coupon } from '../coupons.contract.ts'
import { couponType, problemLabels } from '../coupons.rules.ts'
import styles from './coupon-page.module.css'
import { CouponTime } from './coupon-time.tsx'

/** 3: a coupon that ends within this number of days is shown as urgent. */
const recentDays = 3

export function CouponCard({ coupon }: { coupon: Coupon }) {
  const t = useT()
  const language = useLanguage()
  const { coupon_type: type, discount, symbol_left, symbol_right, can_use, block_reason } = coupon
  const isFixed = type === couponType.fixed
  const amount =
    type === couponType.freeShipping
      ? t('Free')
      : isFixed
        ? `${formatCouponNumber(discount, language)}${symbol_right}`
        : formatPercent(Number(discount), language)
  const href = isSafeLink(coupon.jump_url) ? coupon.jump_url : homeLink
  const end = can_use ? (
    <VoucherLink href={href} onClick={() => sendEvent('coupon_use', { coupon_id: coupon.id })}>
      <span data-msg="USE-1">{t('USE-1')}</span>
      <span className="visually-hidden"> {coupon.code}</span>
    </VoucherLink>
  ) : (
    <Tag>{t(problemLabels[block_reason ?? 'coupon_expired'])}</Tag>
  )
  return (
    <Voucher
      {...(isFixed && symbol_left && { sign: symbol_left })}
      amount={amount}
      caption={type === couponType.freeShipping ? t('shipping') : t('off')}
      condition={t(coupon.use_condition_txt)}
      object={t(coupon.object)}
      code={coupon.code}
      off={!can_use}
      end={end}
      dates={
        <>
          <Dates coupon={coupon} />
          <Notes coupon={coupon} />
        </>
      }
    />
  )
}

function Dates({ coupon }: { coupon: Coupon }) {
  const t = useT()
  return (
    <>
      <p>
        <span>{t('From')} </span>
        <CouponTime>{coupon.date_start}</CouponTime>
      </p>
      <p>
        {coupon.date_end ? (
          <>
            <span>{t('To')} </span>
            <CouponTime>{coupon.date_end}</CouponTime>
          </>
        ) : (
          <span>{t('Indefinite')}</span>
        )}
      </p>
    </>
  )
}

/** Renders the remaining days, and the missing part of the condition for the current cart. */
function Notes({ coupon }: { coupon: Coupon }) {
  const t = useT()
  const { days_left, missing } = coupon
  if (days_left === null && !missing) return null
  return (
    <p className={styles.notes}>
      {days_left !== null && (
        <span className={days_left <= recentDays ? styles.soon : undefined}>
          {t('{days, plural, =0 {Ends within a day} other {# days left}}', { days: days_left })}
        </span>
      )}
      {missing?.kind === 'amount' && <MissingAmount price={missing.price ?? ''} />}
      {missing?.kind === 'product' && <span>{t('No item in your cart qualifies yet')}</span>}
      {missing?.kind === 'nothing' && <span className={styles.ready}>{t('Valid for your cart')}</span>}
    </p>
  )
}

function MissingAmount({ price }: { price: string }) {
  const t = useT()
  const [before = '', after = ''] = t('{price} more in your cart to use it').split('{price}')
  return (
    <span>
      {before}
      <Literal>{price}</Literal>
      {after}
    </span>
  )
}
