import { useLocation } from '@tanstack/react-router'
import { Skeleton, SkeletonBlock } from '#ui/content/skeleton.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { AppBar } from '#ui/layout/app-bar.tsx'
import { Page } from '#ui/layout/page.tsx'
import { useGoBack } from '#web/navigation/use-go-back.ts'
import styles from './coupon-page.module.css'
import { CouponTabs, readCouponStatus } from './coupon-tabs.tsx'

export function CouponSkeleton() {
  const t = useT()
  const goBack = useGoBack()
  const status = readCouponStatus(useLocation().search)
  return (
    <Page
      header={
        <>
          <AppBar title={t('Coupon')} onBack={goBack} />
          <CouponTabs status={status} />
        </>
      }
    >
      <CouponCardsSkeleton />
    </Page>
  )
}

function CouponCardsSkeleton() {
  return (
    <Skeleton className={styles.list}>
      <SkeletonBlock height="ticket" />
      <SkeletonBlock height="ticket" />
      <SkeletonBlock height="ticket" />
    </Skeleton>
  )
}
