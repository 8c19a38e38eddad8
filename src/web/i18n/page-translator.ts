import type { Site } from '../session/site.ts'

/** Returns whether the page translator is active: the shop enables it, and has no texts in the visitor's language. */
export function isTranslated(site: Site): boolean {
  return site.page_translator === 'google' && site.picked.code !== site.language.code
}

/**
 * Makes React tolerate page translators, which wrap texts in their own elements. React would otherwise fail on moved
 * nodes and blank the whole page. A moved node is left where it is.
 */
export function tolerateTranslators(): void {
  const { removeChild, insertBefore } = Node.prototype
  Node.prototype.removeChild = function <T extends Node>(child: T): T {
    if (child.parentNode === this) {
      removeChild.call(this, child)
      return child
    }
    // The translator's wrapper contains the text, so the wrapper is removed together with the text.
    const wrapper = child.parentNode
    if (wrapper instanceof HTMLElement && wrapper.localName === 'font') findOutermost(wrapper).remove()
    return child
  }
  Node.prototype.insertBefore = function <T extends Node>(child: T, before: Node | null): T {
    if (!before || before.parentNode === this) {
      insertBefore.call(this, child, before)
      return child
    }
    const wrapper = before.parentNode instanceof HTMLElement ? findOutermost(before.parentNode) : null
    insertBefore.call(this, child, wrapper?.parentNode === this ? wrapper : null)
    return child
  }
}

function findOutermost(wrapper: HTMLElement): HTMLElement {
  const parent = wrapper.parentElement
  return parent?.localName === 'font' ? findOutermost(parent) : wrapper
}
