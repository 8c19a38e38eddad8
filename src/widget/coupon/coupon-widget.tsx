import { useRouter } from '@tanstack/react-router'
import { createElement, type ReactElement, use, useEffect, useMemo, useRef, useState } from 'react'
import { fromWireTime } from '#contract/times/times.ts'
import type { Advert } from '#features/adverts/adverts.contract.ts'
import { isWidgetHidden } from '#features/coupons/coupon-widget.rules.ts'
import { subscribe, type CouponWidget as Widget } from '#features/coupons/coupons.contract.ts'
import { useT } from '#ui/i18n/use-t.ts'
import { leaveDocument } from '#ui/overlays/modal-history.ts'
import { showToast } from '#ui/overlays/toast-store.ts'
import { useBrowserValue, useStore } from '#ui/state/use-store.ts'
import { TimeZone, useServerZoneAttribute } from '#ui/time/local-time.tsx'
import { sendEvent } from '#web/data/events.ts'
import { fetchCode } from '#web/navigation/code-loading.tsx'
import { openLoginDialog } from '#web/session/login-dialog.ts'
import { removeSession } from '#web/session/session.ts'
import { watchImpression } from '../advert/watch-impression.ts'
import type { Host } from '../host.ts'
import { readVisit } from '../visit.ts'
import { createCouponController } from './coupon-controller.ts'
import { viewCoupons } from './coupon-view.ts'
import { formatEndDate } from './format-end-date.ts'
import '../widget.css'

/** The props of the widget on the shop's own screens. The server renders the widget with the page. */
type Props = {
  advert: Advert
  widget: Widget
  /** Called after a claim, on a page that lists the shopper's coupons. */
  onClaim?: (() => void) | undefined
}

export function CouponWidget({ advert, widget, onClaim }: Props) {
  const t = useT()
  const host = useHost(onClaim)
  const frame = useRef<HTMLDivElement>(null)
  // The controller lives as long as the widget, so that a claim continues while the page reloads around it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect below applies the data of later loads.
  const controller = useMemo(() => createCouponController(advert, widget, host), [advert.id, host])
  const first = useRef(advert)
  useEffect(() => {
    if (advert !== first.current) controller.apply(advert)
  }, [advert, controller])
  const { codes, busy } = useStore(controller.state)
  // Decided once, so that a widget that sells out while it is visible shows a message instead of vanishing.
  const [isHidden] = useState(() => isWidgetHidden(codes))
  const endsAt = widget.date_end ? fromWireTime(widget.date_end) : null
  const zone = use(TimeZone)
  const ends = useBrowserValue(
    () => endsAt && formatEndDate(endsAt),
    () => endsAt && formatEndDate(endsAt, zone),
  )
  const serverZoneAttribute = useServerZoneAttribute()
  useEffect(() => {
    if (!frame.current) return
    return watchImpression(frame.current, () => {
      const linkIds = widget.settings.coupon.codes.map((code) => code.link_id)
      sendEvent('coupon_impression', { ad_id: advert.id, link_ids: linkIds })
    })
  }, [advert, widget])
  if (isHidden) return null
  return (
    <div ref={frame} className="hc-area" {...serverZoneAttribute}>
      {viewCoupons<ReactElement>(createElement, { widget, codes, busy, ends, t, onTap: controller.tap })}
    </div>
  )
}

/** Loads the dialogs of the widget. Returns null after a network failure. */
const fetchDialogs = () => fetchCode(() => import('../dialogs/shop-dialogs.ts')).catch(() => null)

function useHost(onClaim?: () => void): Host {
  const router = useRouter()
  const t = useT()
  const latestOnClaim = useRef(onClaim)
  useEffect(() => {
    latestOnClaim.current = onClaim
  })
  const hasClaimHandler = onClaim !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: the translations of a page never change, because choosing a language reloads the page.
  return useMemo(() => {
    const { call, session } = router.options.context
    return {
      call,
      session,
      t,
      here: () => window.location,
      showToast: (text, icon) => showToast(text, { icon }),
      signIn: () =>
        new Promise((done) => {
          const onSuccess = () => {
            router.invalidate()
            done(true)
          }
          openLoginDialog({ onSuccess, onCancel: () => done(false) })
        }),
      subscribe: async () => {
        const dialogs = await fetchDialogs()
        if (!dialogs) {
          showToast(t('This did not go through. Please try again.'), { icon: 'alert' })
          return null
        }
        return dialogs.askToSubscribe(document.body, t, async (email) => {
          const subscribed = await call(subscribe, { email })
          sendEvent('subscribe', {})
          return subscribed.email
        })
      },
      congratulate: async () => {
        const dialogs = await fetchDialogs()
        if (dialogs) return dialogs.showCongratulations(document.body, t)
        // The claim succeeded, so a toast confirms the claim when the pop-up could not load.
        showToast(t('Received Successfully'), { icon: 'ok' })
        return false
      },
      go: (href) => {
        const url = new URL(href)
        if (url.origin === window.location.origin) router.navigate({ href: `${url.pathname}${url.search}${url.hash}` })
        else leaveDocument(() => window.location.assign(href))
      },
      visit: readVisit,
      removeSession: () => removeSession(),
      onClaim: hasClaimHandler ? () => latestOnClaim.current?.() : undefined,
    }
  }, [router, hasClaimHandler])
}
