import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useRef } from 'react'
import type { Output } from '#contract/calls/call.ts'
import { homeLink } from '#links/catalogue.links.ts'
import { EmptyView, FailedView } from '#ui/content/empty-view.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { AppBar } from '#ui/layout/app-bar.tsx'
import { ButtonLink } from '#ui/layout/link.tsx'
import { Page } from '#ui/layout/page.tsx'
import { TabPanel } from '#ui/layout/tabs.tsx'
import { ViewMore } from '#ui/lists/view-more.tsx'
import { loadOptional } from '#web/data/load-optional.ts'
import { useOptionalRetry } from '#web/data/use-optional-retry.ts'
import { usePages } from '#web/data/use-pages.ts'
import { useGoBack } from '#web/navigation/use-go-back.ts'
import type { WebContext } from '#web/root.tsx'
import { AdArea } from '#widget/advert/ad-area.tsx'
import { loadAdvert } from '#widget/advert/load-advert.ts'
import { CouponWidget } from '#widget/coupon/coupon-widget.tsx'
import { listCoupons } from '../coupons.contract.ts'
import { couponPageSize, couponStatus } from '../coupons.rules.ts'
import { CouponCard } from './coupon-card.tsx'
import styles from './coupon-page.module.css'
import { CouponTabs, readCouponStatus } from './coupon-tabs.tsx'

export { CouponSkeleton } from './coupon-skeleton.tsx'

const route = getRouteApi('/account/coupon')
/** The state before the first response. */
const noCoupons: CouponsPageData = {
  data: [],
  meta: {
    pagination: { current_page: 1, total_pages: 1, total: 0 },
    extend: { used_total: 0, unused_total: 0 },
  },
}

export async function loadCoupons({ context, deps }: { context: WebContext; deps: { status?: string } }) {
  const status = readCouponStatus(deps)
  const input = { status, limit: couponPageSize, language_id: context.site.language.id }
  const [coupons, advert] = await Promise.all([
    loadOptional(context, `coupons ${status}`, (load) => load(listCoupons, input)),
    loadAdvert(context.call, 'coupon'),
  ])
  return { coupons, advert, status }
}

export function CouponPage() {
  const t = useT()
  const goBack = useGoBack()
  const { coupons, advert, status } = route.useLoaderData()
  const list = useCoupons(coupons.value ?? noCoupons, status)
  useOptionalRetry(coupons.isUnavailable)
  return (
    <Page
      header={
        <>
          <AppBar title={t('Coupon')} onBack={goBack} />
          <CouponTabs status={status} counts={list.meta.extend} />
        </>
      }
    >
      <TabPanel tabs="coupons" value={String(status)}>
        <h2 className="visually-hidden">{status === couponStatus.used ? t('Used') : t('Unused')}</h2>
        {/* The browser retries automatically. The button retries immediately. */}
        {coupons.value ? <CouponList {...list} status={status} /> : <FailedView />}
      </TabPanel>
      <AdArea pos="coupon" advert={advert} Widget={CouponWidget} onClaim={list.reload} />
    </Page>
  )
}

type CouponsPageData = Output<typeof listCoupons>

/** Returns the coupons of a tab, page by page. A reopened tab starts again at the first page. */
function useCoupons(first: CouponsPageData, status: number) {
  const { call, site } = useRouter().options.context
  return usePages(first, null, (_, page, pagesAtOnce) =>
    call(listCoupons, { status, limit: pagesAtOnce * couponPageSize, language_id: site.language.id, page }),
  )
}

type CouponListProps = ReturnType<typeof useCoupons> & { status: number }

function CouponList({ status, items, hasMore, isBusy, hasFailed, loadMore }: CouponListProps) {
  const t = useT()
  const list = useRef<HTMLDivElement>(null)
  if (items.length === 0) {
    const isUsed = status === couponStatus.used
    return (
      <EmptyView line={isUsed ? t('Coupons you have used show up here.') : t('Coupons you claim are kept here.')}>
        <ButtonLink href={homeLink} tone="secondary">
          {t('Start shopping')}
        </ButtonLink>
      </EmptyView>
    )
  }
  return (
    <>
      <div ref={list} className={styles.list}>
        {items.map((coupon) => (
          <CouponCard key={coupon.id} coupon={coupon} />
        ))}
      </div>
      <ViewMore list={list} shown={items.length} hasMore={hasMore} busy={isBusy} onMore={loadMore}>
        <p className={styles.failed} role="status">
          {hasFailed && t('This did not go through. Please try again.')}
        </p>
      </ViewMore>
    </>
  )
}
