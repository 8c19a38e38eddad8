import { useEffect, useRef } from 'react'
import { emailMaxLength } from '#contract/calls/fields.ts'
import { formatTotal } from '#contract/money/money.ts'
import { viewTotals } from '#features/orders/order-view.rules.ts'
import { unpaidHours } from '#features/orders/orders.rules.ts'
import { cartLink } from '#links/cart.links.ts'
import { Button, TextButton } from '#ui/buttons/button.tsx'
import { Literal } from '#ui/content/literal.tsx'
import { Notice } from '#ui/content/notice.tsx'
import { EmailField } from '#ui/fields/email-field.tsx'
import { FormProblem } from '#ui/fields/form-problem.tsx'
import { RadioList } from '#ui/fields/radio-list.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { TextLink } from '#ui/layout/link.tsx'
import { BottomBar, BottomTotal, Section, SectionTitle } from '#ui/layout/page.tsx'
import { TotalsList } from '#web/parts/orders/totals-list.tsx'
import { ProductImage } from '#web/parts/product-image.tsx'
import { openLoginDialog } from '#web/session/login-dialog.ts'
import type { Quote } from '../checkout.contract.ts'
import styles from './checkout-page.module.css'
import type { OrderProblem } from './use-place-order.ts'

type TotalsProps = { quote: Quote; isQuoting: boolean; isSignedIn: boolean; problem: OrderProblem }

/** Shows the totals, how long the order holds the items, and why the order failed. */
export function TotalsPart({ quote, isQuoting, isSignedIn, problem }: TotalsProps) {
  const t = useT()
  const reason = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The button sticks to the bottom of the screen while the message may be scrolled out of view.
    if (problem.hasFailed) reason.current?.scrollIntoView({ block: 'center' })
  }, [problem])
  return (
    <Section aria-labelledby="checkout-total">
      <SectionTitle id="checkout-total">{t('Summary')}</SectionTitle>
      <div className={isQuoting ? styles.stale : undefined} aria-busy={isQuoting}>
        <TotalsList rows={viewTotals({ ...quote, totals: quote.totals.map((one, id) => ({ ...one, id })) })} />
      </div>
      {quote.payments === 'test' && (
        <div className={styles.test}>
          <Notice>{t('This shop takes test payments: no money is charged.')}</Notice>
        </div>
      )}
      <p className={styles.note}>
        {isSignedIn
          ? t('After you order, we hold your items and your coupon for {hours} hours.', { hours: unpaidHours })
          : t('After you order, we hold your items for one hour. You can pay within {hours} hours while stock lasts.', {
              hours: unpaidHours,
            })}
      </p>
      <div ref={reason} className={styles.problem}>
        <FormProblem {...problem} />
      </div>
    </Section>
  )
}

type ContactProps = { email: string; problem: string | null | undefined; onEmail: (email: string) => void }

/** Shows the email address of an account, or the field in which a guest types an address. */
export function ContactPart({ email, problem, onEmail }: ContactProps) {
  const t = useT()
  return (
    <Section first aria-labelledby="checkout-contact">
      <SectionTitle
        id="checkout-contact"
        end={<TextButton onClick={() => openLoginDialog()}>{t('Log in')}</TextButton>}
      >
        {t('Contact')}
      </SectionTitle>
      <EmailField
        label={t('Email')}
        required
        maxLength={emailMaxLength}
        value={email}
        hint={t(
          'We send the order confirmation to this address. If you have an account with it, the order shows up there.',
        )}
        error={problem && t(problem)}
        onChange={(event) => onEmail(event.target.value)}
      />
    </Section>
  )
}

type ShippingProps = { quote: Quote; chosen: string; onChoose: (code: string) => void }

export function ShippingPart({ quote, chosen, onChoose }: ShippingProps) {
  const t = useT()
  return (
    <Section aria-labelledby="checkout-shipping">
      <SectionTitle id="checkout-shipping">{t('Shipping')}</SectionTitle>
      <div className={styles.rows}>
        <RadioList
          label={t('Shipping')}
          name="shipping_method"
          value={chosen}
          onChange={onChoose}
          choices={quote.shipping_methods.map(({ code, name, price, is_free, min_days, max_days }) => ({
            value: code,
            label: (
              <span className={styles.ship}>
                <span>{t(name)}</span>
                <span className={styles.sum}>{is_free ? t('Free') : <Literal>{price.price}</Literal>}</span>
              </span>
            ),
            note:
              min_days === max_days
                ? t('{days, plural, one {# working day} other {# working days}}', { days: max_days })
                : t('{from} to {to} working days', { from: min_days, to: max_days }),
          }))}
        />
      </div>
    </Section>
  )
}

export function ItemsPart({ quote }: { quote: Quote }) {
  const t = useT()
  return (
    <Section aria-labelledby="checkout-items">
      <SectionTitle id="checkout-items" end={<TextLink href={cartLink}>{t('Edit')}</TextLink>}>
        {t('{amount, plural, one {# item} other {# items}}', { amount: quote.count })}
      </SectionTitle>
      <div className={styles.thumbs}>
        {quote.lines.map(({ sku_id, image, name, quantity }) => (
          <ProductImage key={sku_id} src={image} alt={name} size="thumb" count={quantity} />
        ))}
      </div>
      {quote.left_out > 0 && (
        <p className={styles.note}>
          {t('{amount, plural, one {# item stays} other {# items stay}} in the cart for now.', {
            amount: quote.left_out,
          })}
        </p>
      )}
    </Section>
  )
}

/** Shows the amount to pay and the order button at the bottom of the screen. */
export function OrderBar({ quote, isBusy }: { quote: Quote; isBusy: boolean }) {
  const t = useT()
  const hasCredit = Number(quote.credit.price_value) > 0
  return (
    <BottomBar
      summary={
        <BottomTotal label={hasCredit ? t('To pay') : t('Total')}>
          <Literal>{formatTotal(quote.to_pay)}</Literal>
        </BottomTotal>
      }
    >
      <Button type="submit" busy={isBusy} disabled={quote.count === 0}>
        {t('PLACE ORDER')}
      </Button>
    </BottomBar>
  )
}
