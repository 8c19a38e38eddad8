import { type ComponentProps, type ComponentType, lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { AdPosition, Advert } from '#features/adverts/adverts.contract.ts'
import { findBannerLink } from '#features/adverts/adverts.rules.ts'
import { useT } from '#ui/i18n/use-t.ts'
import { BannerLink } from '#ui/layout/banner.tsx'
import { useBrowserValue } from '#ui/state/use-store.ts'
import { sendEvent } from '#web/data/events.ts'
import { fetchCode, HideWhenBroken } from '#web/navigation/late-code.tsx'
import { useSite } from '#web/session/site.ts'
import type { CouponWidget } from '../coupon/coupon-widget.tsx'
import { readThisDevice, recordBannerClick } from './record-click.ts'
import { watchImpression } from './watch-impression.ts'

// Most places show a banner; the widget's code comes only where a widget stands.
const LateCouponWidget = lazy(async () => ({
  default: (await fetchCode(() => import('../coupon/coupon-widget.tsx'))).CouponWidget,
}))

type AdAreaProps = {
  pos: AdPosition
  /** From the page's loader (`loadAdvert`); without one the area takes no room. */
  advert: Advert | null
  /** Where it is the first thing that a page shows, its picture must not wait. */
  eager?: boolean
  /** Where a coupon widget nearly always stands: its code comes with the page, so that it is there at once and its first tap counts. */
  Widget?: ComponentType<ComponentProps<typeof CouponWidget>>
  /** For a page that lists what the shopper holds: told when a coupon of the widget was claimed. */
  onClaim?: () => void
}

/** The place of an advert on a page: a coupon widget or a banner, and no hole where there is neither. */
export function AdArea({ pos, advert, eager, Widget = LateCouponWidget, onClaim }: AdAreaProps) {
  if (!advert) return null
  const detail = advert.link_detail
  if (advert.link_type === 'coupon_module') {
    if (!detail || !('settings' in detail)) return null
    return (
      <HideWhenBroken>
        <Suspense fallback={null}>
          <Widget key={advert.id} advert={advert} widget={detail} onClaim={onClaim} />
        </Suspense>
      </HideWhenBroken>
    )
  }
  return <AdvertBanner key={advert.id} pos={pos} advert={advert} eager={eager} />
}

/** An image that links out and counts its taps; a picture that cannot be had takes its place away with it. */
function AdvertBanner({ pos, advert, eager }: { pos: AdPosition; advert: Advert; eager?: boolean }) {
  const frame = useRef<HTMLDivElement>(null)
  const t = useT()
  const site = useSite()
  const [isBroken, setIsBroken] = useState(false)
  useEffect(() => {
    if (!frame.current) return
    // The picture may have failed before the page was hydrated.
    const image = frame.current.querySelector('img')
    if (image?.complete && image.naturalWidth === 0) setIsBroken(true)
    return watchImpression(frame.current, () => sendEvent('advert_impression', { ad_id: advert.id, pos }))
  }, [advert, pos])
  // What the browser knows better than its header says, such as an iPad that calls itself a Mac, is put right at once.
  const device = useBrowserValue(
    () => readThisDevice(),
    () => site.device,
  )
  const href = findBannerLink(advert, device)
  if (isBroken || !advert.image_path || !href) return null
  return (
    <div ref={frame} onErrorCapture={() => setIsBroken(true)}>
      <BannerLink
        href={href}
        src={advert.image_path}
        alt={t(advert.title)}
        eager={eager}
        width={advert.image_width ?? 780}
        height={advert.image_height ?? 300}
        onClick={() => recordBannerClick(advert.id, pos)}
      />
    </div>
  )
}
