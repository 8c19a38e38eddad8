import { writeCookie } from '../session.ts'
import type { Site } from '../site.ts'

/** The visitor picked a language we have no words for, and the shop lets a page translator help out. */
export function isTranslated(site: Site): boolean {
  return site.page_translator === 'google' && site.picked.code !== site.language.code
}

/** Loads the translator for such a page, and for no other. */
export function startPageTranslator(site: Site): void {
  if (!isTranslated(site)) return
  // The translator reads its languages from a cookie and then calls the function it is told.
  writeCookie('googtrans', `/${site.language.code}/${site.picked.code}`, 1)
  Object.assign(window, {
    startTranslator: () => {
      const place = document.body.appendChild(document.createElement('div'))
      place.id = 'page-translator'
      place.hidden = true
      const { google } = window as unknown as { google: Translator }
      new google.translate.TranslateElement({ pageLanguage: site.language.code, autoDisplay: false }, place.id)
    },
  })
  const script = document.createElement('script')
  script.src = 'https://translate.google.com/translate_a/element.js?cb=startTranslator'
  document.head.append(script)
}

type Translator = { translate: { TranslateElement: new (options: object, id: string) => unknown } }

/**
 * Page translators put text into elements of their own, and React then looks for nodes where they no longer are. A node
 * that was moved away is left to whoever moved it; without this the whole page would go blank.
 */
export function surviveTranslators(): void {
  const { removeChild, insertBefore } = Node.prototype
  Node.prototype.removeChild = function <T extends Node>(child: T): T {
    if (child.parentNode === this) return removeChild.call(this, child) as T
    // The translator's wrapper stands where the text was: what React wants gone goes with it.
    const wrapper = child.parentNode
    if (wrapper instanceof HTMLElement && wrapper.localName === 'font') findOutermost(wrapper).remove()
    return child
  }
  Node.prototype.insertBefore = function <T extends Node>(child: T, before: Node | null): T {
    if (!before || before.parentNode === this) return insertBefore.call(this, child, before) as T
    const wrapper = before.parentNode instanceof HTMLElement ? findOutermost(before.parentNode) : null
    return insertBefore.call(this, child, wrapper?.parentNode === this ? wrapper : null) as T
  }
}

function findOutermost(wrapper: HTMLElement): HTMLElement {
  const parent = wrapper.parentElement
  return parent?.localName === 'font' ? findOutermost(parent) : wrapper
}
