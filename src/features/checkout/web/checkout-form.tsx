import { type FormEvent, useEffect, useRef } from 'react'
import type { Address, AddressFormat, Country } from '#features/addresses/addresses.contract.ts'
import { focusFirstInvalid } from '#ui/fields/focus-first-invalid.ts'
import { Page } from '#ui/layout/page.tsx'
import { sendEvent } from '#web/data/events.ts'
import { openLoginDialog } from '#web/session/login-dialog.ts'
import { useSite } from '#web/session/site.ts'
import type { Quote } from '../checkout.contract.ts'
import { noCoupon } from '../checkout.rules.ts'
import { AddressPart } from './address-part.tsx'
import { BusinessPart } from './business-part.tsx'
import { findPlace, isQuoteOutdated, toOrder } from './checkout-form.rules.ts'
import { ContactPart, ItemsPart, OrderBar, ShippingPart, TotalsPart } from './checkout-parts.tsx'
import { CouponPart } from './coupon-part.tsx'
import { useBuyer } from './use-buyer.ts'
import { useCouponCode } from './use-coupon-code.ts'
import { usePlaceOrder } from './use-place-order.ts'
import { useQuote } from './use-quote.ts'

type Props = {
  header: React.ReactNode
  first: Quote
  addresses: Address[]
  countries: Country[]
  /** Format with which the form of a new address starts. */
  firstFormat: AddressFormat
}

export function CheckoutForm({ header, first, addresses, countries, firstFormat }: Props) {
  const site = useSite()
  const form = useRef<HTMLFormElement>(null)
  const { quote, shippingMethod, claimId, isBusy: isQuoting, ask } = useQuote(first)
  const { place: placeOrder, isBusy, problem } = usePlaceOrder()
  const buyer = useBuyer({ addresses, countries, firstFormat })
  useEffect(() => sendEvent('begin_checkout', { currency: first.currency, items: first.count }), [first])
  const code = useCouponCode(quote, ask)
  const place = JSON.stringify(findPlace(buyer, addresses))
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another place needs another quote.
  useEffect(() => {
    const wanted = findPlace(buyer, addresses)
    if (place === '{}' || !(first.needs_place || (wanted.country && wanted.country !== quote.country))) return
    // 400 ms: the pause after which a typed postal code is complete.
    const timer = setTimeout(() => void ask({ place: wanted }), 400)
    return () => clearTimeout(timer)
  }, [place])

  async function order(event: FormEvent) {
    event.preventDefault()
    buyer.tryOrder()
    if (buyer.hasProblem) return focusFirstInvalid(form.current)
    if (isBusy || isQuoting) return
    buyer.setRefused({})
    const refusal = await placeOrder(toOrder(quote, buyer, site.language.id), quote.left_out)
    // Removes the coupon, because a new quote would offer the coupon of another email address again and again.
    if (refusal?.code === 'coupon_gone') await ask({ claim_id: noCoupon })
    else if (refusal && isQuoteOutdated(refusal)) await ask()
    if (refusal?.code === 'not_signed_in') openLoginDialog()
    if (refusal?.errors) {
      buyer.setRefused(refusal.errors)
      focusFirstInvalid(form.current)
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
              isBusy={isQuoting}
              onChoose={(claim_id) => void ask({ claim_id })}
              onApply={(typed) => void code.apply(typed)}
              onForget={() => void code.forget()}
            />
            <TotalsPart quote={quote} isQuoting={isQuoting} isSignedIn={buyer.isSignedIn} problem={problem} />
            <OrderBar quote={quote} isBusy={isBusy || isQuoting} />
          </>
        }
      >
        <BuyerParts buyer={buyer} addresses={addresses} countries={countries} />
        {quote.accepts_businesses && (
          <BusinessPart
            draft={buyer.draft}
            problem={buyer.vatNumberProblem}
            onDraft={(draft) => {
              buyer.setDraft(draft)
              buyer.forgetRefused('vat_number')
            }}
          />
        )}
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

type BuyerProps = { buyer: ReturnType<typeof useBuyer>; addresses: Address[]; countries: Country[] }

/** Renders the fields for the email address of a guest and for the shipping address. */
function BuyerParts({ buyer, addresses, countries }: BuyerProps) {
  const { isSignedIn, draft, format, addressId, setDraft, setAddressId, forgetRefused } = buyer
  return (
    <>
      {!isSignedIn && (
        <ContactPart
          email={draft.email}
          problem={buyer.emailProblem}
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
        format={format}
        isSignedIn={isSignedIn}
        problemOf={buyer.addressProblem}
        onChoose={setAddressId}
        onDraft={setDraft}
        onType={(name) => forgetRefused(name, `address.${name}`)}
      />
    </>
  )
}
