import { getRouteApi, useRouter } from '@tanstack/react-router'
import Headset from 'lucide-react/icons/headset'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { CallRefused } from '#contract/calls/call.ts'
import { msg } from '#contract/text/translate.ts'
import { groupLines, type LineGroup } from '#features/orders/order-lines.rules.ts'
import {
  findLineStatus,
  findReturnNote,
  findStatusLine,
  findStatusTone,
  joinName,
  viewGroup,
  viewRefunds,
  viewTotals,
} from '#features/orders/order-view.rules.ts'
import type { Order, OrderDocument, OrderLine } from '#features/orders/orders.contract.ts'
import { guestOrderLink } from '#links/orders.links.ts'
import { guestReturnLink, requestGuestReturnLink } from '#links/returns.links.ts'
import { contactLink, orderQueryLink } from '#links/support.links.ts'
import { EmptyView, FailedView } from '#ui/content/empty-view.tsx'
import { Notice } from '#ui/content/notice.tsx'
import { T } from '#ui/i18n/t.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { AppBar } from '#ui/layout/app-bar.tsx'
import { ButtonLink } from '#ui/layout/link.tsx'
import { Page, Section } from '#ui/layout/page.tsx'
import { LocalTime } from '#ui/time/local-time.tsx'
import { OrderAddress, OrderHead, OrderInfo, OrderLineView } from '#web/parts/orders/order-parts.tsx'
import type { WebContext } from '#web/root.tsx'
import '#ui/lists/pager.module.css'
import { getGuestOrder, openOrderLink } from '#features/returns/guest-returns.contract.ts'
import { LinkRow, Rows } from '#ui/lists/rows.tsx'
import { useGoBack } from '#web/navigation/use-go-back.ts'

const route = getRouteApi('/guest-order')
// Loaded on demand, because only imported orders have several pages of lines. The server renders the pager, so the page
// includes the styles of the pager.
const Pager = lazy(() => import('#ui/lists/pager.tsx').then(({ Pager }) => ({ default: Pager })))

type Search = { token?: string; return?: string; page?: string }
type LoaderInput = { context: WebContext; deps: Search }

/**
 * Loads the guest order. If a link is about to be opened, loads nothing, because the browser does not have the cookie
 * yet.
 */
export async function loadGuestOrder({ context, deps: { token, page } }: LoaderInput) {
  if (token) return null
  const requestedPage = Math.min(1000, Math.max(1, Math.trunc(Number(page)) || 1))
  return context.load(getGuestOrder, requestedPage > 1 ? { lines_page: requestedPage } : {})
}

/** Shows a guest order that was opened by a mailed link, with the lines that can be returned. */
export function GuestOrderPage() {
  const loaded = route.useLoaderData()
  const { token, return: returnId } = route.useSearch()
  if (!loaded || token) return <OpeningLink token={token ?? ''} returnId={returnId} />
  return <OpenedOrder {...loaded} />
}

/** Exchanges the token for a cookie. Removes the token from the address bar, so that other people cannot see it. */
function OpeningLink({ token, returnId }: { token: string; returnId: string | undefined }) {
  const t = useT()
  const router = useRouter()
  const isSent = useRef(false)
  const [failure, setFailure] = useState<'ended' | 'failed' | null>(null)
  useEffect(() => {
    if (isSent.current) return
    isSent.current = true
    router.options.context.call(openOrderLink, { token }).then(
      () => router.navigate({ href: returnId ? guestReturnLink(returnId) : guestOrderLink(), replace: true }),
      (error) => setFailure(error instanceof CallRefused ? 'ended' : 'failed'),
    )
  })
  if (failure === 'ended') return <EndedLink />
  return (
    <Page header={<GuestBar />}>
      <Section first flush>
        {failure === 'failed' ? (
          <FailedView />
        ) : (
          <EmptyView title={t('Opening your order')} line={t('This takes a moment.')} />
        )}
      </Section>
    </Page>
  )
}

/** Explains that the link has expired, or that this browser has not opened a link. */
export function EndedLink() {
  const t = useT()
  return (
    <Page header={<GuestBar />}>
      <Section first flush>
        <EmptyView
          title={t('This link is no longer valid')}
          line={t('Look up your order with its number and your email. We mail you a new link.')}
        >
          <ButtonLink href={orderQueryLink()} tone="secondary">
            {t('Track order')}
          </ButtonLink>
        </EmptyView>
      </Section>
    </Page>
  )
}

function GuestBar() {
  const t = useT()
  return <AppBar title={t('Order Details')} onBack={useGoBack()} />
}

type Opened = { order: Order; expires_at: string; documents?: OrderDocument[] | undefined }

function OpenedOrder({ order, expires_at, documents }: Opened) {
  const t = useT()
  const address = order.shipping_address
  return (
    <Page
      header={<GuestBar />}
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
          <Rows>
            <LinkRow icon={Headset} label={t('Contact us')} href={contactLink} />
          </Rows>
        </>
      }
    >
      <OrderHead
        statusId={order.order_status_id}
        tone={findStatusTone(order.order_status_id)}
        word={order.order_status}
        line={t(findStatusLine(order))}
      />
      <Section>
        <Notice>
          <T
            id="You opened this order with the link in your email. The link works without an account until {time}."
            values={{ time: <LocalTime>{expires_at}</LocalTime> }}
          />
        </Notice>
      </Section>
      {address && <OrderAddress name={joinName(address)} telephone={address.telephone} where={address.formatted} />}
      <Section aria-label={t('Items')}>
        {groupLines(order.products).map((group, index) => (
          <GuestLine key={group.line.id} order={order} group={group} eager={index === 0} />
        ))}
        {order.products_pagination.total_pages > 1 && (
          <Suspense>
            <Pager pagination={order.products_pagination} hrefOf={(page) => guestOrderLink({ page })} />
          </Suspense>
        )}
      </Section>
    </Page>
  )
}

type LineProps = { order: Order; group: LineGroup<OrderLine>; eager: boolean }

function GuestLine({ order, group, eager }: LineProps) {
  const t = useT()
  const { line } = group
  const note = findReturnNote(line, order)
  const action = findAction(line)
  return (
    <OrderLineView
      view={viewGroup(group)}
      eager={eager}
      status={findLineStatus(line, order)}
      note={
        note &&
        ('message' in note ? (
          t(note.message)
        ) : (
          <T id="Can be returned until {time}" values={{ time: <LocalTime>{note.until}</LocalTime> }} />
        ))
      }
      {...(action && {
        action: (
          <ButtonLink href={action.href} tone="secondary" size="small">
            {t(action.label)}
          </ButtonLink>
        ),
      })}
    />
  )
}

function findAction(line: OrderLine): { href: string; label: string } | null {
  if (line.can_after_sale) return { href: requestGuestReturnLink(line.id), label: msg('Apply for Return') }
  if (line.after_sale_id) return { href: guestReturnLink(line.after_sale_id), label: msg('View Return') }
  return null
}
