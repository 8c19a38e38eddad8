import { useLocation } from '@tanstack/react-router'
import { useT } from '#web/i18n/use-t.ts'
import { useGoBack } from '#web/navigation/use-go-back.ts'
import { AppBar } from '#web/ui/app-bar.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton, SkeletonBlock } from '#web/ui/skeleton.tsx'
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
