import type { ViewChild, ViewProps } from './view.ts'

/** An element as plain data, before it is in the page. */
export type VirtualNode = { tag: string; props: ViewProps; children: (VirtualNode | string)[] }

export function virtualNode(tag: string, props: ViewProps, ...children: ViewChild<VirtualNode>[]): VirtualNode {
  const isThere = (child: ViewChild<VirtualNode>): child is VirtualNode | string => Boolean(child)
  return { tag, props, children: children.filter(isThere) }
}

/** Makes the node at this place equal to the virtual one with few changes, so that focus and animations stay. */
export function patchDom(place: ParentNode & Node, virtual: VirtualNode | null, at = 0): void {
  const there = place.childNodes[at]
  if (virtual) putNode(place, there, virtual)
  else there?.remove()
}

function putNode(parent: Node, there: Node | undefined, virtual: VirtualNode | string): void {
  const fits =
    typeof virtual === 'string'
      ? there?.nodeType === Node.TEXT_NODE
      : there instanceof Element && there.localName === virtual.tag
  const node = fits && there ? there : createNode(parent, virtual)
  if (node !== there) {
    if (there) parent.replaceChild(node, there)
    else parent.appendChild(node)
  }
  if (typeof virtual === 'string') {
    if (node.nodeValue !== virtual) node.nodeValue = virtual
  } else updateElement(node as HTMLElement | SVGElement, virtual)
}

function createNode(parent: Node, virtual: VirtualNode | string): Node {
  if (typeof virtual === 'string') return document.createTextNode(virtual)
  const isSvg = virtual.tag === 'svg' || parent instanceof SVGElement
  return isSvg
    ? document.createElementNS('http://www.w3.org/2000/svg', virtual.tag)
    : document.createElement(virtual.tag)
}

function updateElement(element: HTMLElement | SVGElement, { props, children }: VirtualNode): void {
  const kept = new Set<string>()
  for (const [name, value] of Object.entries(props)) {
    if (name === 'onClick') element.onclick = value as () => void
    else if (name === 'style') setStyle(element, value as Record<string, string>, kept)
    else if (value !== undefined && value !== false) {
      const attribute = toAttribute(name)
      const text = toText(name, value)
      kept.add(attribute)
      if (element.getAttribute(attribute) !== text) element.setAttribute(attribute, text)
    }
  }
  for (const { name } of [...element.attributes]) if (!kept.has(name)) element.removeAttribute(name)
  for (const [at, child] of children.entries()) putNode(element, element.childNodes[at], child)
  while (element.childNodes.length > children.length) element.lastChild?.remove()
}

/** Through the object model, which a strict content policy allows where it forbids style attributes. */
function setStyle(element: HTMLElement | SVGElement, style: Record<string, string>, kept: Set<string>): void {
  kept.add('style')
  for (const [name, value] of Object.entries(style)) element.style.setProperty(name, value)
}

const ownNames: Record<string, string> = { className: 'class', viewBox: 'viewBox', tabIndex: 'tabindex' }

export function toAttribute(name: string): string {
  return ownNames[name] ?? name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

export function toText(name: string, value: unknown): string {
  // `aria-busy` wants the word, `hidden` only wants to be there.
  return value === true && !name.startsWith('aria-') ? '' : String(value)
}
