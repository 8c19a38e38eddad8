import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { Output } from '#contract/call.ts'
import { type Coupon, listCoupons } from '#features/coupons/coupons.contract.ts'
import { couponPageSize, couponStatus } from '#features/coupons/coupons.rules.ts'
import { useT } from '#web/i18n/use-t.ts'
import { AppBar } from '#web/ui/app-bar.tsx'
import { EmptyView } from '#web/ui/empty-view.tsx'
import { Page } from '#web/ui/page.tsx'
import { TabPanel, Tabs } from '#web/ui/tabs.tsx'
import { ViewMore } from '#web/ui/view-more.tsx'
import { useGoBack } from '#web/use-go-back.ts'
import { useOptionalRetry } from '#web/use-optional-retry.ts'
import { AdArea } from '#widget/ad-area.tsx'
import { CouponWidget } from '#widget/coupon-widget.tsx'
import { CouponCard } from './coupon-card.tsx'
import styles from './coupon-page.module.css'
import { CouponCardsSkeleton } from './coupon-skeleton.tsx'

const route = getRouteApi('/account/coupon')
/** Before the first answer has come. */
const noCoupons: Answer = {
  data: [],
  meta: {
    pagination: { current_page: 1, total_pages: 1, total: 0 },
    extend: { used_total: 0, unused_total: 0 },
  },
}
/** One call brings a hundred at most. */
const mostPagesAtOnce = 10

export function CouponPage() {
  const t = useT()
  const goBack = useGoBack()
  const navigate = route.useNavigate()
  const { coupons, advert, status } = route.useLoaderData()
  const list = useCoupons(coupons.value ?? noCoupons, status)
  useOptionalRetry(coupons.isMissed)
  const { used_total, unused_total } = list.totals
  const withCount = (label: string, count: number) => (count > 0 ? `${t(label)} (${count})` : t(label))
  const tabs = (
    <Tabs
      id="coupons"
      label={t('Coupon')}
      sticky
      items={[
        { value: '1', label: withCount('Unused', unused_total) },
        { value: '2', label: withCount('Used', used_total) },
      ]}
      value={String(status)}
      onChange={(value) => navigate({ search: value === '2' ? { status: '2' } : {}, replace: true, resetScroll: true })}
    />
  )
  return (
    <Page
      header={
        <>
          <AppBar title={t('Coupon')} onBack={goBack} />
          {tabs}
        </>
      }
    >
      <TabPanel tabs="coupons" value={String(status)}>
        <h2 className="visually-hidden">{status === couponStatus.used ? t('Used') : t('Unused')}</h2>
        {coupons.value ? <CouponList {...list} /> : <CouponCardsSkeleton />}
      </TabPanel>
      <AdArea pos="coupon" advert={advert} Widget={CouponWidget} onClaim={list.reload} />
    </Page>
  )
}

type Answer = Output<typeof listCoupons>
type Loaded = { from: Answer; coupons: Coupon[]; pages: number; meta: Answer['meta'] }

/** The coupons of a tab, page by page. A tab that was left starts anew when it is opened again. */
function useCoupons(first: Answer, status: number) {
  const { call, site } = useRouter().options.context
  const fresh: Loaded = { from: first, coupons: first.data, pages: 1, meta: first.meta }
  const [kept, setLoaded] = useState(fresh)
  const [more, setMore] = useState<{ from: Answer; is: 'idle' | 'busy' | 'failed' }>({ from: first, is: 'idle' })
  const loaded = kept.from === first ? kept : fresh
  const loading = more.from === first ? more.is : 'idle'
  const ask = (page: number, limit = couponPageSize) =>
    call(listCoupons, { status, limit, language_id: site.language.id, page })

  async function loadMore() {
    setMore({ from: first, is: 'busy' })
    try {
      const { data, meta } = await ask(loaded.pages + 1)
      setLoaded({ from: first, coupons: [...loaded.coupons, ...data], pages: loaded.pages + 1, meta })
      setMore({ from: first, is: 'idle' })
    } catch {
      setMore({ from: first, is: 'failed' })
    }
  }

  /** As many as are shown, after one was claimed; without an answer the list stays as it is. */
  async function reload() {
    const pages = Math.min(loaded.pages, mostPagesAtOnce)
    const answer = await ask(1, pages * couponPageSize).catch(() => null)
    if (answer) setLoaded({ from: first, coupons: answer.data, pages, meta: answer.meta })
  }

  const hasMore = loaded.meta.pagination.total > loaded.pages * couponPageSize
  return { coupons: loaded.coupons, totals: loaded.meta.extend, hasMore, loading, loadMore, reload }
}

function CouponList({ coupons, hasMore, loading, loadMore }: Omit<ReturnType<typeof useCoupons>, 'totals' | 'reload'>) {
  const t = useT()
  const list = useRef<HTMLDivElement>(null)
  if (coupons.length === 0) return <EmptyView line={t('Coupons you claim are kept here.')} />
  return (
    <>
      <div ref={list} className={styles.list}>
        {coupons.map((coupon) => (
          <CouponCard key={coupon.id} coupon={coupon} />
        ))}
      </div>
      <ViewMore list={list} shown={coupons.length} hasMore={hasMore} busy={loading === 'busy'} onMore={loadMore}>
        <p className={styles.failed} role="status">
          {loading === 'failed' && t('This did not go through. Please try again.')}
        </p>
      </ViewMore>
    </>
  )
}
