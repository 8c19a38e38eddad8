import { createElement, render, type VNode } from 'preact'
import type { Translate } from '#contract/text/translate.ts'
import { fromWireTime } from '#contract/times/times.ts'
import { type Advert, adPositions } from '#features/adverts/adverts.contract.ts'
import { findBannerLink } from '#features/adverts/adverts.rules.ts'
import { isWidgetHidden } from '#features/coupons/coupon-widget.rules.ts'
import { sendEvent } from '#web/data/events.ts'
import { loadAdvert } from '../advert/load-advert.ts'
import { readThisDevice, recordBannerClick } from '../advert/record-click.ts'
import { watchImpression } from '../advert/watch-impression.ts'
import { createCouponController } from '../coupon/coupon-controller.ts'
import { viewCoupons } from '../coupon/coupon-view.ts'
import { formatEndDate } from '../coupon/format-end-date.ts'
import { statesOf } from '../coupon/states.ts'
import dialogsCss from '../dialogs/dialogs.css?inline'
import widgetCss from '../widget.css?inline'
import embedCss from './embed.css?inline'
import { call, createEmbedHost, loadWords } from './embed-host.ts'

// Custom elements for pages without React: the coupon widget <harbor-coupons ad="3"> and the banner <harbor-banner
// pos="home">.

// A constructed sheet works even if the page's policy forbids style elements, and all elements share it.
const styles = new CSSStyleSheet()
styles.replaceSync(embedCss + widgetCss + dialogsCss)
const words = loadWords()

/**
 * The base of both elements: a shadow root with the styles, filled once the advert is loaded and cleared when the
 * element is removed.
 */
abstract class AdvertElement extends HTMLElement {
  protected stops: (() => void)[] = []

  connectedCallback() {
    // A page may already contain the first paint, whose style link is no longer needed.
    const shadow = this.shadowRoot ?? this.attachShadow({ mode: 'open' })
    this.hidden = shadow.childElementCount === 0
    shadow.adoptedStyleSheets = [styles]
    for (const link of shadow.querySelectorAll('link')) link.remove()
    const tapEarly = rememberTap(shadow)
    words
      .then((t) => this.isConnected && this.fill(shadow, t))
      .then(tapEarly)
      // If the texts fail to load, for example after a release, the element is hidden instead of showing buttons that
      // do nothing.
      .catch(() => {
        this.hidden = true
      })
  }

  disconnectedCallback() {
    for (const stop of this.stops.splice(0)) stop()
  }

  protected abstract fill(shadow: ShadowRoot, t: Translate): void | Promise<void>

  protected toAdvert(shadow: ShadowRoot, advert: Advert | null, t: Translate) {
    const isShown = advert !== null && (this.showCoupons(shadow, advert, t) || this.showBanner(shadow, advert, t))
    if (!isShown) render(null, shadow)
    this.hidden = !isShown
  }

  private showCoupons(shadow: ShadowRoot, advert: Advert, t: Translate): boolean {
    const widget = advert.link_detail
    if (!widget || !('settings' in widget) || isWidgetHidden(widget.settings.coupon.codes)) return false
    const controller = createCouponController(advert, widget, createEmbedHost(this, shadow, t))
    const ends = widget.date_end ? formatEndDate(fromWireTime(widget.date_end)) : null
    const draw = () =>
      render(
        viewCoupons<VNode>(createElement, { widget, ...controller.state.read(), ends, t, onTap: controller.tap }),
        shadow,
      )
    draw()
    this.stops.push(controller.state.follow(draw))
    const link_ids = widget.settings.coupon.codes.map((code) => code.link_id)
    this.stops.push(watchImpression(this, () => sendEvent('coupon_impression', { ad_id: advert.id, link_ids })))
    return true
  }

  private showBanner(shadow: ShadowRoot, advert: Advert, t: Translate): boolean {
    const href = findBannerLink(advert, readThisDevice())
    if (!advert.image_path || !href) return false
    const pos = this.getAttribute('pos') ?? ''
    const image = createElement('img', {
      className: 'hb-image',
      src: advert.image_path,
      alt: t(advert.title),
      width: advert.image_width ?? undefined,
      height: advert.image_height ?? undefined,
      decoding: 'async',
      // A picture that fails to load leaves no gap.
      onError: () => {
        this.hidden = true
      },
    })
    const onClick = () => recordBannerClick(advert.id, pos)
    render(createElement('a', { className: 'hb', href, rel: 'noopener', onClick }, image), shadow)
    this.stops.push(watchImpression(this, () => sendEvent('advert_impression', { ad_id: advert.id, pos })))
    return true
  }

  /** Returns the advert in the page's JSON inside the element, or null. */
  protected readOwnAdvert(): Advert | null {
    const text = this.querySelector('script[type="application/json"]')?.textContent
    return text ? JSON.parse(text) : null
  }
}

/** Remembers a tap on the first paint, whose texts and code are still loading. The tap is repeated afterwards. */
function rememberTap(shadow: ShadowRoot): () => void {
  let tapped: { button: HTMLElement; label: string } | undefined
  const listen = ({ target }: Event) => {
    const button = target instanceof Element ? target.closest('button') : null
    if (button) tapped = { button, label: button.innerText }
  }
  shadow.addEventListener('click', listen)
  return () => {
    shadow.removeEventListener('click', listen)
    // The tap is repeated only if the button still has the same text.
    if (tapped?.button.isConnected && tapped.button.innerText === tapped.label) tapped.button.click()
  }
}

class HarborCoupons extends AdvertElement {
  protected fill(shadow: ShadowRoot, t: Translate) {
    const id = Number(this.getAttribute('ad'))
    const own = this.readOwnAdvert()
    if (own) return this.toAdvert(shadow, own, t)
    const states = statesOf(call)
    const stop = states.watch(id, (advert) => {
      stop()
      if (this.isConnected) this.toAdvert(shadow, advert, t)
    })
    this.stops.push(stop)
    states.ask(id)
  }
}

class HarborBanner extends AdvertElement {
  protected async fill(shadow: ShadowRoot, t: Translate) {
    const pos = adPositions.find((one) => one === this.getAttribute('pos'))
    const advert = this.readOwnAdvert() ?? (pos ? await loadAdvert(call, pos) : null)
    if (this.isConnected) this.toAdvert(shadow, advert, t)
  }
}

// If a page loads the script twice, the first definition stays.
if (!customElements.get('harbor-coupons')) {
  customElements.define('harbor-coupons', HarborCoupons)
  customElements.define('harbor-banner', HarborBanner)
}
