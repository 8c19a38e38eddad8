import { useRouter } from '@tanstack/react-router'
import ExternalLink from 'lucide-react/icons/external-link'
import { useCallback, useEffect, useState } from 'react'
import type { MakeCall } from '#contract/calls/call.ts'
import { fromWireTime } from '#contract/times/times.ts'
import { CopyButton } from '#ui/buttons/copy-button.tsx'
import { EmptyView, FailedView } from '#ui/content/empty-view.tsx'
import { Icon } from '#ui/content/icon.tsx'
import { Literal } from '#ui/content/literal.tsx'
import { Skeleton, SkeletonImage, SkeletonLine, SkeletonRow } from '#ui/content/skeleton.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { TextLink } from '#ui/layout/link.tsx'
import { Timeline } from '#ui/lists/timeline.tsx'
import { Sheet } from '#ui/overlays/sheet.tsx'
import { LocalTime } from '#ui/time/local-time.tsx'
import { ProductImage } from '../product-image.tsx'
import styles from './logistics-sheet.module.css'

type Tracking = {
  tracking_no: string
  /** The tracking page at the carrier's site. */
  trackingUrl: string | null
  carrier: string
  image: string | null
  details: { events: { eventDate: string; eventTime: string; eventDesc: string }[] }
}
export type TrackParcel = (call: MakeCall, packageId: string) => Promise<Tracking>

type LogisticsSheetProps = {
  track: TrackParcel
  /** The id of the shown parcel, or null while the sheet is closed. */
  packageId: string | null
  onClose: () => void
}

/**
 * Renders the tracking of a parcel. Every opening reloads the tracking, because shoppers want the current position of
 * the parcel.
 */
export function LogisticsSheet({ track, packageId, onClose }: LogisticsSheetProps) {
  const t = useT()
  const { tracking, hasFailed, load } = useTracking(track, packageId)
  return (
    <Sheet open={packageId !== null} onClose={onClose} title={t('Logistics')} height="tall">
      {tracking ? (
        <TrackingDetails tracking={tracking} />
      ) : hasFailed ? (
        <FailedView onRefresh={load} />
      ) : (
        <TrackingSkeleton />
      )}
    </Sheet>
  )
}

type LoadedTracking = { packageId: string; tracking: Tracking | null; hasFailed: boolean }

function useTracking(track: TrackParcel, packageId: string | null) {
  const { call } = useRouter().options.context
  const [found, setFound] = useState<LoadedTracking | null>(null)
  const load = useCallback(async () => {
    if (packageId === null) return
    setFound((before) => (before?.packageId === packageId && before.tracking ? before : null))
    try {
      setFound({ packageId, tracking: await track(call, packageId), hasFailed: false })
    } catch {
      // After a failed reload the last tracking stays visible.
      setFound((before) => (before?.tracking ? before : { packageId, tracking: null, hasFailed: true }))
    }
  }, [call, track, packageId])
  useEffect(() => {
    void load()
  }, [load])
  const isSameParcel = found?.packageId === packageId
  return {
    tracking: isSameParcel ? found?.tracking : null,
    hasFailed: isSameParcel && found?.hasFailed,
    load: () => void load(),
  }
}

function TrackingDetails({ tracking }: { tracking: Tracking }) {
  const t = useT()
  const { tracking_no, trackingUrl, carrier, image, details } = tracking
  return (
    <>
      {tracking_no && (
        <div className={styles.head}>
          {image && (
            <div className={styles.picture}>
              <ProductImage src={image} alt="" size="tile" />
            </div>
          )}
          <div className={styles.words}>
            <p className={styles.label}>{t('Tracking No.')}</p>
            <p className={styles.no}>
              <Literal>{tracking_no}</Literal>
            </p>
            {trackingUrl ? (
              <TextLink href={trackingUrl} target="_blank" rel="noopener noreferrer" className={styles.link}>
                <span>{t('Open carrier site')}</span>
                <Icon of={ExternalLink} size="s" />
              </TextLink>
            ) : (
              <p className={styles.carrier}>
                <bdi translate="no">{carrier}</bdi>
              </p>
            )}
          </div>
          <CopyButton text={tracking_no} subject={t('Tracking No.')} />
        </div>
      )}
      {details.events.length > 0 ? (
        <Timeline
          events={details.events.map(({ eventDate, eventTime, eventDesc }) => ({
            key: `${eventDate} ${eventTime} ${eventDesc}`,
            text: <bdi>{eventDesc}</bdi>,
            time: <LocalTime>{fromWireTime(`${eventDate} ${eventTime}`)}</LocalTime>,
          }))}
        />
      ) : (
        <EmptyView
          line={
            tracking_no
              ? t('The carrier has not reported anything yet.')
              : t('Your parcel is packed. Tracking starts when the carrier picks it up.')
          }
        />
      )}
    </>
  )
}

function TrackingSkeleton() {
  return (
    <Skeleton>
      <SkeletonRow>
        <SkeletonImage />
        <SkeletonLine width="long" />
      </SkeletonRow>
      <SkeletonLine />
      <SkeletonLine width="long" />
      <SkeletonLine />
      <SkeletonLine width="long" />
    </Skeleton>
  )
}
