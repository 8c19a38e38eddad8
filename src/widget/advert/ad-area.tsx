import { type ComponentProps, type ComponentType, lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { AdPosition, Advert } from '#features/adverts/adverts.contract.ts'
import { findBannerLink } from '#features/adverts/adverts.rules.ts'
import { useT } from '#ui/i18n/use-t.ts'
import { BannerLink } from '#ui/layout/banner.tsx'
import { useBrowserValue } from '#ui/state/use-store.ts'
import { sendEvent } from '#web/data/events.ts'
import { fetchCode, HideWhenBroken } from '#web/navigation/code-loading.tsx'
import { useSite } from '#web/session/site.ts'
import type { CouponWidget } from '../coupon/coupon-widget.tsx'
import { readThisDevice, recordBannerClick } from './record-click.ts'
import { watchImpression } from './watch-impression.ts'

// Most positions show a banner, so the widget's code loads only for a widget.
const LazyCouponWidget = lazy(async () => ({
  default: (await fetchCode(() => import('../coupon/coupon-widget.tsx'))).CouponWidget,
}))

type AdAreaProps = {
  pos: AdPosition
  /** The advert from the page's loader (`loadAdvert`). Without an advert the area takes no space. */
  advert: Advert | null
  /** Whether the advert is the first content of the page, so that its picture loads with priority. */
  eager?: boolean
  /**
   * The widget component, for positions that usually have a coupon widget. Its code is then part of the page, so that
   * the widget appears immediately and handles the first tap.
   */
  Widget?: ComponentType<ComponentProps<typeof CouponWidget>>
  /** Called after a claim, for a page that lists the shopper's coupons. */
  onClaim?: () => void
}

/** Renders the advert of a position: a coupon widget, a banner, or nothing. */
export function AdArea({ pos, advert, eager, Widget = LazyCouponWidget, onClaim }: AdAreaProps) {
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

/** Renders a linked image that counts its taps. A picture that fails to load is removed together with its space. */
function AdvertBanner({ pos, advert, eager }: { pos: AdPosition; advert: Advert; eager?: boolean }) {
  const frame = useRef<HTMLDivElement>(null)
  const t = useT()
  const site = useSite()
  const [isBroken, setIsBroken] = useState(false)
  useEffect(() => {
    if (!frame.current) return
    // The picture may have failed before hydration.
    const image = frame.current.querySelector('img')
    if (image?.complete && image.naturalWidth === 0) setIsBroken(true)
    return watchImpression(frame.current, () => sendEvent('advert_impression', { ad_id: advert.id, pos }))
  }, [advert, pos])
  // The browser knows its device better than the request header, for example an iPad with the user agent of a Mac.
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
