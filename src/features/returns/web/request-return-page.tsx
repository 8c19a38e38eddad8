import { getRouteApi, notFound } from '@tanstack/react-router'
import { msg } from '#contract/translate.ts'
import { returnBlockMessages } from '#features/orders/line-returns.rules.ts'
import { getOrder, type OrderLine } from '#features/orders/orders.contract.ts'
import { orderLink } from '#links/orders.links.ts'
import { returnLink } from '#links/returns.links.ts'
import { useT } from '#web/i18n/use-t.ts'
import type { WebContext } from '#web/root.tsx'
import { AppBar } from '#web/ui/app-bar.tsx'
import { EmptyView } from '#web/ui/empty-view.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Page, Section } from '#web/ui/page.tsx'
import { useGoBack } from '#web/use-go-back.ts'
import { listReturnReasons, quoteReturn } from '../returns.contract.ts'
import { ReturnForm } from './return-form.tsx'

export { RequestReturnSkeleton } from './return-skeletons.tsx'

const route = getRouteApi('/return/$orderId/$subOrderId')

type Asked = { context: WebContext; params: { orderId: string; subOrderId: string } }

export async function loadReturnForm({ context, params: { orderId, subOrderId } }: Asked) {
  const email = context.session.email()
  const [order, reasons, quote] = await Promise.all([
    context.load(getOrder, { orderId, line_id: subOrderId, ...(email && { email }) }),
    context.load(listReturnReasons, {}),
    // If it fails the form is shown without the amount.
    context.call(quoteReturn, { order_product_ids: [subOrderId] }).catch(() => null),
  ])
  const line = order.products.find(({ id }) => id === subOrderId)
  if (!line) throw notFound()
  return { order, line, reasons, quote }
}

export function RequestReturnPage() {
  const t = useT()
  const data = route.useLoaderData()
  const { order, line } = data
  const goBack = useGoBack()
  return (
    <Page header={<AppBar title={t('Refund Application')} onBack={goBack} />}>
      {line.can_after_sale ? <ReturnForm key={line.id} {...data} /> : <Blocked orderId={order.id} line={line} />}
    </Page>
  )
}

/** An old link is answered with the reason and a way on. */
function Blocked({ orderId, line }: { orderId: string; line: OrderLine }) {
  const t = useT()
  const reason = line.after_sale_block_reason ?? ''
  const message = Object.entries(returnBlockMessages).find(([code]) => code === reason)?.[1]
  return (
    <Section first flush>
      <EmptyView title={t(message ?? msg('This item cannot be returned'))} line={line.name}>
        {line.after_sale_id ? (
          <ButtonLink href={returnLink(line.after_sale_id)} tone="secondary">
            {t('View Return')}
          </ButtonLink>
        ) : (
          <ButtonLink href={orderLink(orderId)} tone="secondary">
            {t('Go to the order')}
          </ButtonLink>
        )}
      </EmptyView>
    </Section>
  )
}
