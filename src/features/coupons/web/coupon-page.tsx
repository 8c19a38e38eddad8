import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useT } from '#web/i18n/use-t.ts'
import { AppBar } from '#web/ui/app-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyView } from '#web/ui/empty-view.tsx'
import { Page, PageStrip } from '#web/ui/page.tsx'
import { TabPanel, Tabs } from '#web/ui/tabs.tsx'
import { useGoBack } from '#web/use-go-back.ts'
import { AdArea } from '#widget/ad-area.tsx'
import { CouponWidget } from '#widget/coupon-widget.tsx'
import { type Coupon, couponStatuses, listCoupons } from '../coupons.contract.ts'
import { couponPageSize } from '../coupons.rules.ts'
import styles from './coupon-page.module.css'
import { CouponTicket } from './coupon-ticket.tsx'

const route = getRouteApi('/account/coupon')

export function CouponPage() {
  const t = useT()
  const goBack = useGoBack()
  const navigate = route.useNavigate()
  const { coupons, advert, status } = route.useLoaderData()
  const { used_total, unused_total } = coupons.meta.extend
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
        <h2 className="visually-hidden">{status === couponStatuses.used ? t('Used') : t('Unused')}</h2>
        {/* A tab that was left starts anew when it is opened again. */}
        <CouponList key={status} first={coupons} status={status} />
      </TabPanel>
      <AdArea pos="coupon" advert={advert} Widget={CouponWidget} />
    </Page>
  )
}

type CouponListProps = {
  first: { data: Coupon[]; meta: { pagination: { total_pages: number } } }
  status: number
}

function CouponList({ first, status }: CouponListProps) {
  const t = useT()
  const { call, site } = useRouter().options.context
  const [more, setMore] = useState<{ from: typeof first; coupons: Coupon[]; pages: number }>({
    from: first,
    coupons: [],
    pages: 1,
  })
  const [loading, setLoading] = useState<'idle' | 'busy' | 'failed'>('idle')
  // The page was loaded anew, by a claim for instance: what was fetched after its old first page no longer fits.
  const { coupons, pages } = more.from === first ? more : { coupons: [], pages: 1 }

  async function loadMore() {
    setLoading('busy')
    try {
      const asked = { status, limit: couponPageSize, language_id: site.language.id, page: pages + 1 }
      const next = await call(listCoupons, asked)
      setMore({ from: first, coupons: [...coupons, ...next.data], pages: pages + 1 })
      setLoading('idle')
    } catch {
      setLoading('failed')
    }
  }

  const all = [...first.data, ...coupons]
  if (all.length === 0) return <EmptyView line={t('Coupons you claim are kept here.')} />
  return (
    <>
      <div className={styles.list}>
        {all.map((coupon) => (
          <CouponTicket key={coupon.id} coupon={coupon} />
        ))}
      </div>
      {first.meta.pagination.total_pages > pages && (
        <PageStrip centred>
          <Button tone="secondary" busy={loading === 'busy'} onClick={loadMore}>
            {t('VIEW MORE')}
          </Button>
          <p className={styles.failed} role="status">
            {loading === 'failed' && t('This did not go through. Please try again.')}
          </p>
        </PageStrip>
      )}
    </>
  )
}
