import type { Site } from '../session/site.ts'

/** The visitor picked a language we have no words for, and the shop lets a page translator help out. */
export function isTranslated(site: Site): boolean {
  return site.page_translator === 'google' && site.picked.code !== site.language.code
}

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
