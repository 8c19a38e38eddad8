import { getRouteApi } from '@tanstack/react-router'
import { getAddressFormat, listAddresses, listCountries } from '#features/addresses/addresses.contract.ts'
import { cartLink } from '#links/cart.links.ts'
import { homeLink } from '#links/catalogue.links.ts'
import { EmptyView } from '#ui/content/empty-view.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { AppBar } from '#ui/layout/app-bar.tsx'
import { ButtonLink } from '#ui/layout/link.tsx'
import { Page, Section } from '#ui/layout/page.tsx'
import { useGoBack } from '#web/navigation/use-go-back.ts'
import type { WebContext } from '#web/root.tsx'
import { quoteCheckout } from '../checkout.contract.ts'
import { CheckoutForm } from './checkout-form.tsx'

export { CheckoutSkeleton } from './checkout-skeleton.tsx'

const route = getRouteApi('/checkout')

export async function loadCheckout({ context }: { context: WebContext }) {
  const [quote, addresses, countries, firstFormat] = await Promise.all([
    context.load(quoteCheckout, { currency: context.site.currency }),
    context.session.isSignedIn() ? context.load(listAddresses, {}) : [],
    context.load(listCountries, { only: 'shipped_to' }),
    context.load(getAddressFormat, { code: 'first' }),
  ])
  return { quote, addresses, countries, firstFormat }
}

export function CheckoutPage() {
  const t = useT()
  const goBack = useGoBack(cartLink)
  const { quote, addresses, countries, firstFormat } = route.useLoaderData()
  const header = <AppBar title={t('Checkout')} onBack={goBack} />
  if (quote.count === 0) {
    return (
      <Page header={header}>
        <Section first flush>
          <EmptyView
            title={t('There is nothing to order')}
            line={
              quote.left_out > 0
                ? t('The items in your cart cannot be ordered at the moment.')
                : t('Items that you add to your cart show up here.')
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
          <EmptyView title={t('We cannot take orders at the moment. The items stay in your cart.')}>
            <ButtonLink href={cartLink}>{t('Go to the cart')}</ButtonLink>
          </EmptyView>
        </Section>
      </Page>
    )
  }
  return <CheckoutForm {...{ header, addresses, countries, firstFormat }} first={quote} />
}
