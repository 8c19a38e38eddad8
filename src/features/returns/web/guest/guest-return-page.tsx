import { getRouteApi, notFound } from '@tanstack/react-router'
import { getGuestOrder, quoteGuestReturn } from '#features/returns/guest-returns.contract.ts'
import { listReturnReasons } from '#features/returns/returns.contract.ts'
import { guestOrderLink } from '#links/orders.links.ts'
import { useT } from '#ui/i18n/use-t.ts'
import { AppBar } from '#ui/layout/app-bar.tsx'
import { Page } from '#ui/layout/page.tsx'
import { useGoUp } from '#web/navigation/use-go-back.ts'
import type { WebContext } from '#web/root.tsx'
import { BlockedLine } from '../form/blocked-line.tsx'
import { ReturnForm } from '../form/return-form.tsx'
import { guestCalls, ReturnCallsContext } from '../return-calls.ts'

export { RequestReturnSkeleton } from '../return-skeletons.tsx'

const route = getRouteApi('/guest-order/return/$subOrderId')

type LoaderInput = { context: WebContext; params: { subOrderId: string } }

export async function loadGuestReturnForm({ context, params: { subOrderId } }: LoaderInput) {
  const [{ order }, reasons, quote] = await Promise.all([
    context.load(getGuestOrder, { line_id: subOrderId }),
    context.load(listReturnReasons, {}),
    // If the quote fails, the form is shown without the amount.
    context.call(quoteGuestReturn, { order_product_ids: [subOrderId] }).catch(() => null),
  ])
  const line = order.products.find(({ id }) => id === subOrderId)
  if (!line) throw notFound()
  return { order, line, reasons, quote }
}

/** Shows the return form of a guest who opened the order by its link. */
export function GuestReturnPage() {
  const t = useT()
  const data = route.useLoaderData()
  const { line } = data
  const goBack = useGoUp(guestOrderLink())
  return (
    <ReturnCallsContext value={guestCalls}>
      <Page header={<AppBar title={t('Refund Application')} onBack={goBack} />}>
        {line.can_after_sale ? <ReturnForm key={line.id} {...data} /> : <BlockedLine {...data} />}
      </Page>
    </ReturnCallsContext>
  )
}
