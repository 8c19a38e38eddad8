import { escapeHtml } from '#contract/escape-html.ts'
import { toAttribute, toText, type VirtualNode } from './virtual-dom.ts'

/** The virtual node as HTML, for a first paint that comes with the page. */
export function toHtml(virtual: VirtualNode | string): string {
  if (typeof virtual === 'string') return escapeHtml(virtual)
  const attributes = Object.entries(virtual.props).map(([name, value]) => {
    if (value === undefined || value === false || typeof value === 'function') return ''
    if (typeof value === 'object') return ` style="${escapeHtml(toCss(value))}"`
    return ` ${toAttribute(name)}="${escapeHtml(toText(name, value))}"`
  })
  return `<${virtual.tag}${attributes.join('')}>${virtual.children.map(toHtml).join('')}</${virtual.tag}>`
}

function toCss(style: Record<string, string>): string {
  return Object.entries(style)
    .map(([name, value]) => `${name}:${value}`)
    .join(';')
}
