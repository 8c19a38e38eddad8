import { getRouteApi, notFound } from '@tanstack/react-router'
import { getOrder } from '#features/orders/orders.contract.ts'
import { listReturnReasons, quoteReturn } from '#features/returns/returns.contract.ts'
import { useT } from '#ui/i18n/use-t.ts'
import { AppBar } from '#ui/layout/app-bar.tsx'
import { Page } from '#ui/layout/page.tsx'
import { useGoBack } from '#web/navigation/use-go-back.ts'
import type { WebContext } from '#web/root.tsx'
import { BlockedLine } from './blocked-line.tsx'
import { ReturnForm } from './return-form.tsx'

export { RequestReturnSkeleton } from '../return-skeletons.tsx'

const route = getRouteApi('/return/$orderId/$subOrderId')

type LoaderInput = { context: WebContext; params: { orderId: string; subOrderId: string } }

export async function loadReturnForm({ context, params: { orderId, subOrderId } }: LoaderInput) {
  const email = context.session.email()
  const [order, reasons, quote] = await Promise.all([
    context.load(getOrder, { orderId, line_id: subOrderId, ...(email && { email }) }),
    context.load(listReturnReasons, {}),
    // If the quote fails, the form is shown without the amount.
    context.call(quoteReturn, { order_product_ids: [subOrderId] }).catch(() => null),
  ])
  const line = order.products.find(({ id }) => id === subOrderId)
  if (!line) throw notFound()
  return { order, line, reasons, quote }
}

export function RequestReturnPage() {
  const t = useT()
  const data = route.useLoaderData()
  const { line } = data
  const goBack = useGoBack()
  return (
    <Page header={<AppBar title={t('Refund Application')} onBack={goBack} />}>
      {line.can_after_sale ? <ReturnForm key={line.id} {...data} /> : <BlockedLine {...data} />}
    </Page>
  )
}
