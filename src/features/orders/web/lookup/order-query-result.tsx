import Headset from 'lucide-react/icons/headset'
import type { ReactNode } from 'react'
import type { FollowedOrder } from '#features/orders/order-lookup.contract.ts'
import { contactLink } from '#links/support.links.ts'
import { Button } from '#ui/buttons/button.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { Page, PageStrip } from '#ui/layout/page.tsx'
import { LinkRow, Rows } from '#ui/lists/rows.tsx'
import { FoundOrder } from '../parts/lookup/found-order.tsx'
import { HarborOrderInfo, HarborOrderView } from '../parts/lookup/harbor-order.tsx'
import { ReturnByLink } from '../parts/lookup/return-by-link.tsx'
import styles from './order-query-page.module.css'

type Props = { header: ReactNode; order: FollowedOrder; onSearchAgain: () => void }

/** Shows the order. Wide screens show its totals and next steps beside it. */
export function OrderQueryResult({ header, order, onSearchAgain }: Props) {
  return (
    <Page header={header} aside={<Aside order={order} onSearchAgain={onSearchAgain} />}>
      <FoundOrder>
        <HarborOrderView order={order} />
      </FoundOrder>
    </Page>
  )
}

function Aside({ order, onSearchAgain }: { order: FollowedOrder; onSearchAgain: () => void }) {
  const t = useT()
  return (
    <>
      <HarborOrderInfo order={order} />
      <ReturnByLink order={order} />
      <Rows>
        <LinkRow
          icon={Headset}
          label={
            <>
              <span className={styles.contact}>{t('Contact us')}</span>
              <span className={styles.why}>{t('Something not right with this order?')}</span>
            </>
          }
          href={contactLink}
        />
      </Rows>
      <PageStrip>
        <Button tone="secondary" block onClick={onSearchAgain}>
          {t('Track another order')}
        </Button>
      </PageStrip>
    </>
  )
}
