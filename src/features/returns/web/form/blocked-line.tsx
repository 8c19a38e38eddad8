import { msg } from '#contract/text/translate.ts'
import { returnBlockMessages } from '#features/orders/line-returns.rules.ts'
import type { Order, OrderLine } from '#features/orders/orders.contract.ts'
import { EmptyView } from '#ui/content/empty-view.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { ButtonLink } from '#ui/layout/link.tsx'
import { Section } from '#ui/layout/page.tsx'
import { useReturnCalls } from '../return-calls.ts'

/** Explains why a line cannot be returned, and offers other options. Outdated links lead to this view. */
export function BlockedLine({ order, line }: { order: Order; line: OrderLine }) {
  const t = useT()
  const { orderLink, returnLink } = useReturnCalls()
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
          <ButtonLink href={orderLink(order.id)} tone="secondary">
            {t('Go to the order')}
          </ButtonLink>
        )}
      </EmptyView>
    </Section>
  )
}
