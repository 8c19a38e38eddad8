import { getRouteApi, useRouter } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Refusal } from '#contract/calls/envelopes.ts'
import { emailMaxLength, findEmailProblem } from '#contract/calls/fields.ts'
import { showTotal } from '#contract/money/money.ts'
import { type Country, listAddresses, listCountries } from '#features/addresses/addresses.contract.ts'
import { addressFormFields, findTypedProblem } from '#features/addresses/addresses.rules.ts'
import { viewTotals } from '#features/orders/order-view.rules.ts'
import { unpaidHours } from '#features/orders/orders.rules.ts'
import { cartLink } from '#links/cart.links.ts'
import { homeLink } from '#links/catalogue.links.ts'
import { Button, TextButton } from '#ui/buttons/button.tsx'
import { EmptyView } from '#ui/content/empty-view.tsx'
import { Literal } from '#ui/content/literal.tsx'
import { Notice } from '#ui/content/notice.tsx'
import { EmailField } from '#ui/fields/email-field.tsx'
import { FormProblem } from '#ui/fields/form-problem.tsx'
import { RadioList } from '#ui/fields/radio-list.tsx'
import { showProblem } from '#ui/fields/show-problem.ts'
import { useT } from '#ui/i18n/use-t.ts'
import { AppBar } from '#ui/layout/app-bar.tsx'
import { ButtonLink, TextLink } from '#ui/layout/link.tsx'
import { BottomBar, BottomTotal, Page, Section, SectionTitle } from '#ui/layout/page.tsx'
import { sendEvent } from '#web/data/events.ts'
import { useDraft } from '#web/data/use-draft.ts'
import { useGoBack } from '#web/navigation/use-go-back.ts'
import { Bill } from '#web/parts/orders/bill.tsx'
import { ProductImage } from '#web/parts/product-image.tsx'
import type { WebContext } from '#web/root.tsx'
import { couponCodeDraft } from '#web/session/coupon-code.ts'
import { openLoginDialog } from '#web/session/login-dialog.ts'
import { useSite } from '#web/session/site.ts'
import { type Quote, quoteCheckout } from '../checkout.contract.ts'
import { noCoupon, typedCoupon } from '../checkout.rules.ts'
import { AddressPart, isShippedTo, newAddress } from './address-part.tsx'
import { useCheckoutDraft } from './checkout-draft.ts'
import styles from './checkout-page.module.css'
import { CouponPart } from './coupon-part.tsx'
import { type OrderProblem, usePlaceOrder } from './use-place-order.ts'
import { useQuote } from './use-quote.ts'

export { CheckoutSkeleton } from './checkout-skeleton.tsx'

const route = getRouteApi('/checkout')

export async function loadCheckout({ context }: { context: WebContext }) {
  const [quote, addresses, countries] = await Promise.all([
    context.load(quoteCheckout, { currency: context.site.currency }),
    context.session.isSignedIn() ? context.load(listAddresses, {}) : [],
    context.load(listCountries, { only: 'shipped_to' }),
  ])
  return { quote, addresses, countries }
}

export function CheckoutPage() {
  const t = useT()
  const goBack = useGoBack(cartLink)
  const { quote } = route.useLoaderData()
  const header = <AppBar title={t('Checkout')} onBack={goBack} />
  if (quote.count === 0) {
    return (
      <Page header={header}>
        <Section first flush>
          <EmptyView
            title={t('There is nothing to order')}
            line={
              quote.left_out > 0
                ? t('What is in your cart cannot be ordered at the moment.')
                : t('What you put into it waits here for you.')
            }
          >
            <ButtonLink href={quote.left_out > 0 ? cartLink : homeLink}>
              {quote.left_out > 0 ? t('Go to the cart') : t('Start shopping')}
            </ButtonLink>
          </EmptyView>
        </Section>
      </Page>
    )
  }
  if (quote.payments === 'closed') {
    return (
      <Page header={header}>
        <Section first flush>
          <EmptyView title={t('We cannot take orders at the moment. What is in your cart stays there.')}>
            <ButtonLink href={cartLink}>{t('Go to the cart')}</ButtonLink>
          </EmptyView>
        </Section>
      </Page>
    )
  }
  return <CheckoutForm header={header} first={quote} />
}

/** Refusals that mean something has changed since the page was opened: the quote is then asked for anew. */
const changes: Refusal['code'][] = [
  'only_left',
  'not_for_sale',
  'cart_changed',
  'cart_empty',
  'total_changed',
  'coupon_used',
  'coupon_code_unknown',
  'coupon_reserved',
  'coupon_expired',
  'coupon_not_started',
  'coupon_not_met',
  'coupon_new_only',
  'too_many_of_one',
  'free_unproved',
  'free_once',
  'free_alone',
]

/** A kept draft may name a country that the shop no longer ships to. Where there is only one country, it is chosen already. */
function chooseCountry(code: string, countries: readonly Country[]): string {
  if (countries.some((one) => one.code === code)) return code
  return countries.length === 1 ? (countries[0]?.code ?? '') : ''
}

function CheckoutForm({ header, first }: { header: React.ReactNode; first: Quote }) {
  const t = useT()
  const site = useSite()
  const router = useRouter()
  const { session } = router.options.context
  const { addresses, countries } = route.useLoaderData()
  const form = useRef<HTMLFormElement>(null)
  const { quote, shippingMethod, claimId, isBusy: isReckoning, ask } = useQuote(first)
  const { place, isBusy, problem } = usePlaceOrder()
  const isSignedIn = session.isSignedIn()
  const [typed, setDraft] = useCheckoutDraft(session.email() ?? '')
  const draft = { ...typed, address: { ...typed.address, country: chooseCountry(typed.address.country, countries) } }
  const [addressId, setAddressId] = useState(
    addresses.find((address) => isShippedTo(address, countries))?.id ?? newAddress,
  )
  const [isTried, setTried] = useState(false)
  const [refused, setRefused] = useState<Record<string, string[]>>({})
  const { currency, count, total, to_pay } = quote
  const hasCredit = Number(quote.credit.price_value) > 0

  useEffect(() => sendEvent('begin_checkout', { currency: first.currency, items: first.count }), [first])

  function hasProblem(): boolean {
    if (!isSignedIn && findEmailProblem(draft.email.trim())) return true
    return addressId === newAddress && addressFormFields.some(([name]) => findTypedProblem(name, draft.address))
  }

  const applyCode = (code: string) => ask({ coupon_code: code, claim_id: typedCoupon })
  const fittingCode = quote.typed?.off ? quote.typed.code : undefined
  useEffect(() => {
    if (fittingCode) couponCodeDraft.keep({ code: fittingCode })
  }, [fittingCode])
  function forgetCode() {
    couponCodeDraft.forget()
    // Whatever else was chosen stays; a code that did nothing left the best coupon in its place.
    return ask({
      coupon_code: undefined,
      ...(quote.claim_id !== typedCoupon && { claim_id: quote.claim_id ?? noCoupon }),
    })
  }
  // A code that was typed in the cart, or before the page was left.
  const keptCode = useDraft(couponCodeDraft)?.code
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, when the kept code was found.
  useEffect(() => {
    if (keptCode) void applyCode(keptCode)
  }, [keptCode])

  /** What the server said about a field holds until the field is changed. */
  function forgetRefused(...names: string[]) {
    setRefused((now) => Object.fromEntries(Object.entries(now).filter(([name]) => !names.includes(name))))
  }

  async function order(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (hasProblem()) return showProblem(form.current)
    if (isBusy || isReckoning) return
    setRefused({})
    const refusal = await place(
      {
        ...(!isSignedIn && { email: draft.email.trim() }),
        ...(addressId === newAddress
          ? { address: draft.address, keep_address: isSignedIn && draft.keepsAddress }
          : { address_id: addressId }),
        shipping_method: quote.shipping_method,
        ...(quote.claim_id === typedCoupon
          ? { claim_id: null, ...(quote.typed && { coupon_code: quote.typed.code }) }
          : { claim_id: quote.claim_id }),
        currency,
        language_id: site.language.id,
        lines: quote.lines.map(({ sku_id, quantity }) => ({ sku_id, quantity })),
        total: total.price_value,
        credit: quote.credit.price_value,
      },
      quote.left_out,
    )
    // A coupon of another address than the one typed would be offered again and again.
    if (refusal?.code === 'coupon_gone') await ask({ claim_id: noCoupon })
    else if (refusal && changes.includes(refusal.code)) await ask()
    if (refusal?.code === 'not_signed_in') openLoginDialog()
    if (refusal?.errors) {
      setRefused(refusal.errors)
      showProblem(form.current)
    }
  }

  return (
    <form ref={form} onSubmit={(event) => void order(event)} noValidate method="post">
      <Page
        header={header}
        aside={
          <>
            <CouponPart
              coupons={quote.coupons}
              claimId={claimId}
              typed={quote.typed}
              isBusy={isReckoning}
              onChoose={(claim_id) => void ask({ claim_id })}
              onApply={(code) => void applyCode(code)}
              onForget={() => void forgetCode()}
            />
            <BillPart quote={quote} isReckoning={isReckoning} isSignedIn={isSignedIn} problem={problem} />
            <BottomBar
              summary={
                <BottomTotal label={hasCredit ? t('To pay') : t('Total')}>
                  <Literal>{showTotal(to_pay)}</Literal>
                </BottomTotal>
              }
            >
              <Button type="submit" busy={isBusy || isReckoning} disabled={count === 0}>
                {t('PLACE ORDER')}
              </Button>
            </BottomBar>
          </>
        }
      >
        {!isSignedIn && (
          <ContactPart
            email={draft.email}
            problem={(isTried ? findEmailProblem(draft.email.trim()) : null) ?? refused.email?.[0]}
            onEmail={(email) => {
              setDraft({ ...draft, email })
              forgetRefused('email')
            }}
          />
        )}
        <AddressPart
          addresses={addresses}
          countries={countries}
          chosen={addressId}
          draft={draft}
          isSignedIn={isSignedIn}
          problemOf={(name) =>
            (isTried ? findTypedProblem(name, draft.address) : null) ??
            refused[`address.${name}`]?.[0] ??
            refused[name]?.[0]
          }
          onChoose={setAddressId}
          onDraft={setDraft}
          onType={(name) => forgetRefused(name, `address.${name}`)}
        />
        <ShippingPart
          quote={quote}
          chosen={shippingMethod}
          onChoose={(shipping_method) => void ask({ shipping_method })}
        />
        <ItemsPart quote={quote} />
      </Page>
    </form>
  )
}

type BillProps = { quote: Quote; isReckoning: boolean; isSignedIn: boolean; problem: OrderProblem }

/** What it comes to, what ordering holds, and why it did not go through. */
function BillPart({ quote, isReckoning, isSignedIn, problem }: BillProps) {
  const t = useT()
  const reason = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The button sticks to the lower edge while the text beside it may be scrolled away.
    if (problem.hasFailed) reason.current?.scrollIntoView({ block: 'center' })
  }, [problem])
  return (
    <Section aria-labelledby="checkout-total">
      <SectionTitle id="checkout-total">{t('Summary')}</SectionTitle>
      <div className={isReckoning ? styles.stale : undefined} aria-busy={isReckoning}>
        <Bill rows={viewTotals({ totals: quote.totals.map((one, id) => ({ ...one, id })) })} />
      </div>
      {quote.payments === 'test' && (
        <div className={styles.test}>
          <Notice>{t('This shop takes test payments: no money moves.')}</Notice>
        </div>
      )}
      <p className={styles.note}>
        {isSignedIn
          ? t('Ordering holds your items and your coupon for {hours} hours.', { hours: unpaidHours })
          : t('Ordering holds your items for one hour. You can pay within {hours} hours while they last.', {
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

/** The email address: a guest types it, an account has it. */
function ContactPart({ email, problem, onEmail }: ContactProps) {
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
        hint={t('Your order confirmation goes here. With an account of this address you find the order there.')}
        error={problem && t(problem)}
        onChange={(event) => onEmail(event.target.value)}
      />
    </Section>
  )
}

type ShippingProps = { quote: Quote; chosen: string; onChoose: (code: string) => void }

function ShippingPart({ quote, chosen, onChoose }: ShippingProps) {
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

function ItemsPart({ quote }: { quote: Quote }) {
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
