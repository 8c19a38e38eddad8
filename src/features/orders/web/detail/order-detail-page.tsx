import { getRouteApi, useRouter } from '@tanstack/react-router'
import ShoppingBag from 'lucide-react/icons/shopping-bag'
import { lazy, Suspense, useEffect, useState } from 'react'
import { CallRefused } from '#contract/calls/call.ts'
import { formatTotal } from '#contract/money/money.ts'
import { msg } from '#contract/text/translate.ts'
import { getCartCount } from '#features/cart/cart.contract.ts'
import { cartLink } from '#links/cart.links.ts'
import { orderLink } from '#links/orders.links.ts'
import { paymentLink } from '#links/payments.links.ts'
import { TextButton } from '#ui/buttons/button.tsx'
import { IconLink } from '#ui/buttons/icon-button.tsx'
import { Badge } from '#ui/content/badge.tsx'
import { Literal } from '#ui/content/literal.tsx'
import { T } from '#ui/i18n/t.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { AppBar } from '#ui/layout/app-bar.tsx'
import { ButtonLink } from '#ui/layout/link.tsx'
import { BottomBar, BottomTotal, Page, PageStrip, Section } from '#ui/layout/page.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { LocalTime } from '#ui/time/local-time.tsx'
import { sendEvent } from '#web/data/events.ts'
import { LazyLogistics } from '#web/parts/orders/lazy-logistics.tsx'
import type { TrackParcel } from '#web/parts/orders/logistics-sheet.tsx'
import { OrderAddress, OrderHead, OrderInfo } from '#web/parts/orders/order-parts.tsx'
import type { WebContext } from '#web/root.tsx'
import { setCartCount, useCartCount } from '#web/session/cart-count.ts'
import '#ui/lists/pager.module.css'
import { listOrderDocuments } from '#features/documents/documents.contract.ts'
import { groupLines } from '#features/orders/order-lines.rules.ts'
import {
  findStatusLine,
  findStatusTone,
  joinName,
  viewRefunds,
  viewTotals,
  viewTracking,
} from '#features/orders/order-view.rules.ts'
import { cancelOrder, getOrder, getPackageTracking, type Order } from '#features/orders/orders.contract.ts'
import { canPay, soldOutReason } from '#features/orders/orders.rules.ts'
import { showToast } from '#ui/overlays/toast.tsx'
import { useGoBack } from '#web/navigation/use-go-back.ts'
import { AdArea } from '#widget/advert/ad-area.tsx'
import { loadAdvert } from '#widget/advert/load-advert.ts'
import { cartIconId, useRepurchase } from '../use-repurchase.ts'
import styles from './order-detail-page.module.css'
import { OrderLineItem } from './order-line.tsx'

export { OrderDetailSkeleton } from './order-detail-skeleton.tsx'

const trackParcel: TrackParcel = async (call, packageId) => viewTracking(await call(getPackageTracking, { packageId }))

const route = getRouteApi('/account/order/$orderId')
// Loaded on demand, because only orders of the old shop have several pages of lines. The server renders the pager, so
// the page includes the styles of the pager.
const Pager = lazy(() => import('#ui/lists/pager.tsx').then(({ Pager }) => ({ default: Pager })))

type LoaderInput = { context: WebContext; params: { orderId: string }; deps: { page?: string } }

export async function loadOrder({ context, params: { orderId }, deps }: LoaderInput) {
  const page = Math.min(1000, Math.max(1, Math.trunc(Number(deps.page)) || 1))
  const email = context.session.email()
  const [order, documents, advert] = await Promise.all([
    context.load(getOrder, { orderId, ...(email && { email }), ...(page > 1 && { lines_page: page }) }),
    context.load(listOrderDocuments, { orderId }),
    loadAdvert(context.load, 'order_detail'),
  ])
  return { order, documents, advert }
}

export function OrderDetailPage() {
  const t = useT()
  const { order, documents, advert } = route.useLoaderData()
  const goBack = useGoBack()
  const { repurchase, busyId } = useRepurchase()
  const [packageId, setPackageId] = useState<string | null>(null)
  useReportedPurchase(order)
  const address = order.shipping_address
  return (
    <Page
      header={<AppBar title={t('Order Details')} onBack={goBack} end={<CartLink />} />}
      aside={
        <>
          <OrderInfo
            orderNo={order.order_no}
            createdAt={order.created_at}
            payment={order.payment_method}
            bill={viewTotals(order)}
            refunds={viewRefunds(order)}
            documents={documents}
          />
          {canPay(order) && <PayPart order={order} />}
          <AdArea pos="order_detail" advert={advert} />
        </>
      }
    >
      <OrderHead
        statusId={order.order_status_id}
        tone={findStatusTone(order.order_status_id)}
        word={order.order_status}
        line={<StatusSummary order={order} />}
      />
      {address && <OrderAddress name={joinName(address)} telephone={address.telephone} where={address.formatted} />}
      <Section aria-label={t('Items')}>
        {groupLines(order.products).map((group, index) => (
          <OrderLineItem
            key={group.line.id}
            order={order}
            group={group}
            eager={index === 0}
            onLogistics={setPackageId}
            onRepurchase={repurchase}
            isBuying={busyId === group.line.id}
          />
        ))}
        {order.products_pagination.total_pages > 1 && (
          <Suspense>
            <Pager pagination={order.products_pagination} hrefOf={(page) => orderLink(order.id, page)} />
          </Suspense>
        )}
      </Section>
      <LazyLogistics track={trackParcel} packageId={packageId} onClose={() => setPackageId(null)} />
    </Page>
  )
}

/** Shows the status of the order with its meaning: the payment deadline, or the reason of the cancellation. */
function StatusSummary({ order }: { order: Order }) {
  const t = useT()
  return (
    <>
      <span>{t(findStatusLine(order))}</span>{' '}
      {order.expires_at && (
        <span className={styles.due}>
          <T id="Please pay by {time}" values={{ time: <LocalTime>{order.expires_at}</LocalTime> }} />
        </span>
      )}
      {order.cancel_reason && (
        <span className={styles.due}>
          <span className={styles.label}>{t('Reason')}</span>{' '}
          <bdi>{order.cancel_reason === soldOutReason ? t('Sold out before it was paid') : order.cancel_reason}</bdi>
        </span>
      )}
    </>
  )
}

/** Shows a link to the cart. Renders nothing while the cart is empty. */
function CartLink() {
  const t = useT()
  const { call } = useRouter().options.context
  const count = useCartCount()
  useEffect(() => {
    call(getCartCount, {}).then(
      (answer) => setCartCount(answer.count),
      // If the call fails, only the badge is missing.
      () => undefined,
    )
  }, [call])
  if (count === 0) return null
  return (
    <span id={cartIconId} className={styles.cart}>
      <IconLink
        icon={ShoppingBag}
        label={t('Cart, {amount, plural, one {# item} other {# items}}', { amount: count })}
        href={cartLink}
      />
      <Badge count={count} ringed className={styles.badge} />
    </span>
  )
}

function PayPart({ order }: { order: Order }) {
  const t = useT()
  return (
    <>
      <CancelPart order={order} />
      <BottomBar
        summary={
          <BottomTotal label={t('Total')}>
            <Literal>{formatTotal(order.total)}</Literal>
          </BottomTotal>
        }
      >
        <ButtonLink href={paymentLink(order.id, order.email)} block>
          {t('PAY NOW')}
        </ButtonLink>
      </BottomBar>
    </>
  )
}

/** Offers to cancel an order that is not paid yet. */
function CancelPart({ order }: { order: Order }) {
  const t = useT()
  const router = useRouter()
  const [isAsking, setIsAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  async function cancel() {
    setBusy(true)
    try {
      await router.options.context.call(cancelOrder, { orderId: order.id })
      showToast(t('The order was cancelled'), { icon: 'ok' })
    } catch (error) {
      const isRefusal = error instanceof CallRefused
      const text = isRefusal ? error.refusal.message : msg('That did not go through. Please try again.')
      showToast(t(text), { icon: 'alert' })
      // A refusal means that the order has changed, so the page loads the order again. Without a response, the page
      // stays unchanged.
      if (!isRefusal) return
    } finally {
      setBusy(false)
      setIsAsking(false)
    }
    await router.invalidate()
  }
  return (
    <PageStrip centred>
      <TextButton onClick={() => setIsAsking(true)}>{t('Cancel order')}</TextButton>
      <ConfirmDialog
        open={isAsking}
        question={t('Do you want to cancel this order?')}
        busy={isBusy}
        onNo={() => setIsAsking(false)}
        onYes={() => void cancel()}
      />
    </PageStrip>
  )
}

const reported = new Set<string>()

/**
 * Reports a purchase to the analytics once. The server uses the same event to record that the purchase was reported.
 */
function useReportedPurchase(order: Order): void {
  useEffect(() => {
    if (order.ga_counter !== 1 || reported.has(order.id)) return
    reported.add(order.id)
    sendEvent('purchase', {
      order_id: order.id,
      order_no: order.order_no,
      currency: order.total.code,
      value: Number(order.total.price_value),
      items: order.products.map(({ sku_name }) => sku_name),
    })
  }, [order])
}
