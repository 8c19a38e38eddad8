import { Moon, Package, Ship, Sun, Undo2, Wallet } from 'lucide-react'
import { createElement, type ReactElement, useState } from 'react'
import { Button } from '#console/ui/buttons/button.tsx'
import { Segmented } from '#console/ui/buttons/segmented.tsx'
import { createTranslate } from '#contract/text/translate.ts'
import { isWidgetHidden, nextClaimStep } from '#features/coupons/coupon-widget.rules.ts'
import type { StaffCoupon } from '#features/coupons/coupons.staff.contract.ts'
import { registerIds } from '#features/coupons/widget.staff.rules.ts'
import { joinClasses } from '#ui/content/join-classes.ts'
import { useBrowserValue } from '#ui/state/use-store.ts'
import { viewCoupons } from '#widget/coupon/coupon-view.ts'
import { formatEndDate } from '#widget/coupon/format-end-date.ts'
import '#widget/widget.css'
import styles from './widget-preview.module.css'
import { toShopWidget, type WidgetDraft } from './widget-preview.rules.ts'

type Props = { draft: WidgetDraft; coupons: StaffCoupon[]; isGuest: boolean; onGuest: (isGuest: boolean) => void }

// `USE-1` is a message id. All other texts are English already.
const t = createTranslate({ language: 'en', catalogue: { 'USE-1': 'USE' } })

const orderPlaces = [
  { name: 'Unpaid', icon: Wallet },
  { name: 'Processing', icon: Package },
  { name: 'Shipped', icon: Ship },
  { name: 'Returns', icon: Undo2 },
]

const places = [
  { value: 'account', name: 'Account' },
  { value: 'home', name: 'Home' },
  { value: 'coupons', name: 'Coupon page' },
] as const
type Place = (typeof places)[number]['value']

/** Renders the shop's widget from the draft on a page as wide as a phone. Taps claim coupons in the preview only. */
export function WidgetPreview({ draft, coupons, isGuest, onGuest }: Props) {
  const [isDark, setDark] = useState(false)
  const [place, setPlace] = useState<Place>('account')
  const { claimed, said, claimTapped, reset } = useClaims(draft, isGuest)
  const widget = toShopWidget(draft, coupons, claimed)
  function look(asGuest: boolean) {
    onGuest(asGuest)
    reset()
  }
  return (
    <section className={styles.preview} aria-label="Preview">
      <div className={styles.bar}>
        <div className={styles.where}>
          <Segmented label="Page" parts={[...places]} value={place} onChange={setPlace} />
        </div>
        <Segmented
          label="Shopper"
          parts={[
            { value: 'shopper', name: 'Signed in' },
            { value: 'guest', name: 'Guest' },
          ]}
          value={isGuest ? 'guest' : 'shopper'}
          onChange={(value) => look(value === 'guest')}
        />
        <Button
          tone="quiet"
          icon={isDark ? Sun : Moon}
          aria-label={isDark ? 'Light theme' : 'Dark theme'}
          onClick={() => setDark(!isDark)}
        />
        {claimed.length > 0 && (
          <Button tone="quiet" size="small" onClick={() => look(isGuest)}>
            Reset the claim
          </Button>
        )}
      </div>
      <p className={styles.said} role="status">
        {said}
      </p>
      <div className={joinClasses(styles.phone, isDark ? styles.dark : styles.light)}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard. */}
        <section className={styles.screen} aria-label="Phone preview" tabIndex={0}>
          <PagePreview place={place} isGuest={isGuest} />
          <DrawnWidget widget={widget} endsAt={draft.ends_at} onTap={(linkId) => claimTapped(widget, linkId)} />
          {place !== 'coupons' && (
            <div className={styles.block}>{place === 'account' ? 'More Services' : 'New in'}</div>
          )}
        </section>
      </div>
    </section>
  )
}

type ShopWidget = ReturnType<typeof toShopWidget>
type LinkId = number | 'all'

/** Returns the coupons claimed in the preview, and a message about the last tap. */
function useClaims(draft: WidgetDraft, isGuest: boolean) {
  const [claimed, setClaimed] = useState<string[]>([])
  const [said, setSaid] = useState('')
  function claimTapped({ settings }: ShopWidget, linkId: LinkId) {
    const tapped = settings.coupon.codes.filter((code) => linkId === 'all' || code.link_id === linkId)
    const claimable = tapped.filter((code) => code.is_available && !code.is_received)
    const [held] = tapped
    if (claimable.length === 0) return setSaid(held ? `The shopper is sent to ${held.link_detail.jump_url}.` : '')
    setClaimed([...claimed, ...claimable.map((code) => code.link_detail.code)])
    setSaid(formatClaimSteps(draft, isGuest))
  }
  function reset() {
    setClaimed([])
    setSaid('')
  }
  return { claimed, said, claimTapped, reset }
}

const claimStepTexts = {
  'sign-in': 'A guest is asked to sign in first. Then',
  subscribe: 'A guest is asked to subscribe first. Then',
  claim: 'Now',
}

function formatClaimSteps({ register, has_popup }: WidgetDraft, isGuest: boolean): string {
  const step = nextClaimStep(registerIds[register], { isSignedIn: !isGuest, email: null })
  const outcomeText = has_popup
    ? 'A pop-up confirms it.'
    : 'A toast confirms it, and the shopper is sent to the linked page.'
  return `${claimStepTexts[step]} the shopper gets the coupon. ${outcomeText}`
}

type DrawnProps = { widget: ShopWidget; endsAt: WidgetDraft['ends_at']; onTap: (linkId: LinkId) => void }

function DrawnWidget({ widget, endsAt, onTap }: DrawnProps) {
  const isRunning = useBrowserValue(
    () => true,
    () => false,
  )
  const { codes } = widget.settings.coupon
  if (codes.length === 0) return <p className={styles.nothing}>A widget without coupons shows nothing.</p>
  if (isWidgetHidden(codes)) {
    return <p className={styles.nothing}>All coupons are claimed. Only shoppers who have one of them see the widget.</p>
  }
  const ends = endsAt ? formatEndDate(new Date(endsAt), isRunning ? undefined : 'UTC') : null
  return viewCoupons<ReactElement>(createElement, { widget, codes, busy: null, ends, t, onTap })
}

/** Renders content above the widget as on the real page, so that staff can judge how prominent the widget is. */
function PagePreview({ place, isGuest }: { place: Place; isGuest: boolean }) {
  if (place === 'home') return <div className={styles.block}>Harbor</div>
  if (place === 'coupons') return <div className={styles.block}>My Coupons</div>
  return (
    <>
      <div className={styles.deep}>
        {isGuest ? 'Sign In / Register' : 'Welcome'}
        <span className={styles.under}>
          {isGuest ? 'Orders, returns and coupons in one place' : 'maren@example.com'}
        </span>
      </div>
      <div className={styles.block}>
        My Orders
        <ul className={styles.orders} aria-hidden>
          {orderPlaces.map(({ name, icon: Icon }) => (
            <li key={name}>
              <Icon size={22} strokeWidth={1.5} />
              {name}
            </li>
          ))}
        </ul>
      </div>
    </>
  )
}
