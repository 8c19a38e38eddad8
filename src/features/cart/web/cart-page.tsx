import { getRouteApi } from '@tanstack/react-router'
import { useEffect } from 'react'
import { msg } from '#contract/text/translate.ts'
import { formatOption } from '#features/catalogue/catalogue.rules.ts'
import { listSaleTags } from '#features/catalogue/sale-types.rules.ts'
import { homeLink, productLink } from '#links/catalogue.links.ts'
import { checkoutLink } from '#links/checkout.links.ts'
import { Button, TextButton } from '#ui/buttons/button.tsx'
import { Quantity } from '#ui/buttons/quantity.tsx'
import { EmptyView } from '#ui/content/empty-view.tsx'
import { Literal } from '#ui/content/literal.tsx'
import { Tag } from '#ui/content/tag.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { AppBar } from '#ui/layout/app-bar.tsx'
import { ButtonLink } from '#ui/layout/link.tsx'
import { BottomBar, BottomTotal, Page, Section, SectionTitle } from '#ui/layout/page.tsx'
import { KeyValues } from '#ui/lists/key-values.tsx'
import { showToast } from '#ui/overlays/toast.tsx'
import { AppLink } from '#web/navigation/app-link.tsx'
import { useGoBack } from '#web/navigation/use-go-back.ts'
import { ProductLine } from '#web/parts/orders/product-line.tsx'
import { Price } from '#web/parts/price.tsx'
import { ProductImage } from '#web/parts/product-image.tsx'
import type { WebContext } from '#web/root.tsx'
import { setCartCount } from '#web/session/cart-count.ts'
import { type Cart, type CartLine, getCart } from '../cart.contract.ts'
import type { LineProblem } from '../cart.rules.ts'
import { CartCoupon } from './cart-coupon.tsx'
import styles from './cart-page.module.css'
import { useCartChanges } from './use-cart-changes.ts'

export { CartSkeleton } from './cart-skeleton.tsx'

const route = getRouteApi('/cart')

export function loadCart({ context }: { context: WebContext }) {
  return context.load(getCart, { currency: context.site.currency })
}

export function CartPage() {
  const t = useT()
  const goBack = useGoBack()
  const cart = route.useLoaderData()
  const { change, remove, getWantedQuantity, isRemoving, isUpdatingTotal } = useCartChanges()
  useEffect(() => setCartCount(cart.count), [cart.count])
  const header = <AppBar title={t('Cart')} onBack={goBack} />
  if (cart.lines.length === 0) {
    return (
      <Page header={header}>
        <Section first flush>
          <EmptyView title={t('Your cart is empty')} line={t('Items that you add to your cart show up here.')}>
            <ButtonLink href={homeLink}>{t('Start shopping')}</ButtonLink>
          </EmptyView>
        </Section>
      </Page>
    )
  }
  return (
    <Page header={header} aside={<CartTotals cart={cart} isUpdatingTotal={isUpdatingTotal} />}>
      <Section first aria-labelledby="cart-items">
        <h2 id="cart-items" className="visually-hidden">
          {t('Items')}
        </h2>
        {cart.lines.map((line, index) => (
          <Line
            key={line.sku_id}
            line={line}
            currency={cart.subtotal.code}
            requested={getWantedQuantity(line)}
            isRemoving={isRemoving(line)}
            eager={index === 0}
            onQuantity={(quantity) => change(line.sku_id, quantity)}
            onRemove={() => void remove(line)}
          />
        ))}
      </Section>
    </Page>
  )
}

type LineProps = {
  line: CartLine
  currency: string
  /** Quantity as the shopper sees it, before the server has answered. */
  requested: number
  isRemoving: boolean
  eager: boolean
  onQuantity: (quantity: number) => void
  onRemove: () => void
}

const veils: Partial<Record<LineProblem, string>> = { expired: msg('Expired'), sold_out: msg('Sold out') }

/** Messages for lines that cannot be ordered. `{amount}` is the quantity that can be ordered. */
const problemWords: Record<LineProblem, string> = {
  expired: msg('Cannot be ordered at the moment'),
  sold_out: msg('Cannot be ordered at the moment'),
  no_price: msg('Not available in {currency}'),
  only_left: msg('Only {amount} left'),
  too_many: msg('You can order up to {amount} of the same item'),
  cart_full: msg('One order cannot contain this many items. This item stays in your cart for the next order.'),
  free_unproved: msg('Free items need a confirmed email address. Please log in and confirm yours.'),
  free_once: msg('Each shopper can have one free item'),
  free_alone: msg('This item is free only when you also order a paid item'),
}

function Line({ line, currency, requested, isRemoving, eager, onQuantity, onRemove }: LineProps) {
  const t = useT()
  const { name, problem, inventory } = line
  const href = productLink(line.handle)
  const veil = problem && (veils[problem] ?? null)
  const tags = listSaleTags({ ...line, is_gift: false })
  const picture = <ProductImage src={line.image} alt="" size="line" eager={eager} veil={veil && t(veil)} />
  const isUnavailable = problem === 'expired' || problem === 'sold_out' || problem === 'no_price'
  return (
    <ProductLine
      image={
        // Hidden from screen readers, because the name beside the picture is the same link.
        <AppLink href={href} className={styles.product} aria-hidden="true" tabIndex={-1}>
          {picture}
        </AppLink>
      }
      name={
        <AppLink href={href} className={styles.name}>
          {name}
        </AppLink>
      }
      options={line.options.map(formatOption).join(' / ')}
      tags={
        tags.length > 0 &&
        tags.map(({ label, tone }) => (
          <Tag key={label} tone={tone}>
            {t(label)}
          </Tag>
        ))
      }
      price={line.price && <Price was={line.compare_at_price?.price ?? null}>{line.price.price}</Price>}
    >
      {problem && (
        <p className={styles.problem}>
          <span>{t(problemWords[problem], { amount: inventory, currency })}</span>
          {(problem === 'only_left' || problem === 'too_many') && (
            <TextButton onClick={() => onQuantity(inventory)}>{t('Take {amount}', { amount: inventory })}</TextButton>
          )}
        </p>
      )}
      <div className={styles.tools}>
        {isUnavailable ? (
          <span />
        ) : (
          <Quantity
            label={t('Quantity of {name}', { name })}
            value={requested}
            max={Math.max(1, inventory)}
            onChange={onQuantity}
            onBeyond={() => showToast(t(problemWords.too_many, { amount: inventory }), { icon: 'alert' })}
          />
        )}
        <TextButton onClick={onRemove} busy={isRemoving}>
          <span>{t('Remove')}</span>
          <span className="visually-hidden"> {name}</span>
        </TextButton>
      </div>
    </ProductLine>
  )
}

/** Shows the cheapest shipping to the visitor's country, and the amount that is missing for free shipping. */
function ShippingNote({ shipping }: Pick<Cart, 'shipping'>) {
  const t = useT()
  if (!shipping) return null
  const { is_free: isFree, price, missing_for_free: missing } = shipping
  const parts = isFree ? [t('Shipping'), t('Free')] : [t('Shipping from {price}', { price: price.price })]
  return (
    <p className={styles.note}>
      {[...parts, ...(missing ? [t('Add {amount} more for free shipping', { amount: missing.price })] : [])].join(
        ' · ',
      )}
    </p>
  )
}

/** Shows the totals. During a change, the previous totals are shown grayed out. */
function CartTotals({ cart, isUpdatingTotal }: { cart: Cart; isUpdatingTotal: boolean }) {
  const t = useT()
  const left = cart.count - cart.buyable_count
  const subtotal = <Literal>{cart.subtotal.price}</Literal>
  const old = isUpdatingTotal ? styles.old : undefined
  return (
    <>
      <Section aria-labelledby="cart-totals">
        <SectionTitle id="cart-totals">{t('Summary')}</SectionTitle>
        <div className={old} aria-busy={isUpdatingTotal}>
          <KeyValues
            items={[
              { key: 'items', label: t('Items'), value: <Literal>{cart.buyable_count}</Literal> },
              { key: 'subtotal', label: t('Subtotal'), value: subtotal, total: true },
            ]}
          />
        </div>
        <ShippingNote shipping={cart.shipping} />
        <CartCoupon cart={cart} />
        <p className={styles.note}>{t('Shipping and your coupons are added at checkout.')}</p>
        {left > 0 && (
          <p className={styles.note}>
            {t('{amount, plural, one {# item stays} other {# items stay}} in the cart for now.', { amount: left })}
          </p>
        )}
      </Section>
      <BottomBar
        summary={
          <BottomTotal label={t('Subtotal')}>
            <span className={old}>{subtotal}</span>
          </BottomTotal>
        }
      >
        {cart.buyable_count > 0 ? (
          <ButtonLink href={checkoutLink}>{t('CHECKOUT')}</ButtonLink>
        ) : (
          <Button disabled>{t('CHECKOUT')}</Button>
        )}
      </BottomBar>
    </>
  )
}
