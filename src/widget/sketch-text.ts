import { escapeHtml } from '#contract/escape-html.ts'
import { type Sketch, toAttribute, toText } from './tiny-dom.ts'

/** The sketch as HTML, for a first paint that comes with the page. */
export function toHtml(drawing: Sketch | string): string {
  if (typeof drawing === 'string') return escapeHtml(drawing)
  const attributes = Object.entries(drawing.props).map(([name, value]) => {
    if (value === undefined || value === false || typeof value === 'function') return ''
    if (typeof value === 'object') return ` style="${escapeHtml(toCss(value))}"`
    return ` ${toAttribute(name)}="${escapeHtml(toText(name, value))}"`
  })
  return `<${drawing.tag}${attributes.join('')}>${drawing.children.map(toHtml).join('')}</${drawing.tag}>`
}

function toCss(style: Record<string, string>): string {
  return Object.entries(style)
    .map(([name, value]) => `${name}:${value}`)
    .join(';')
}
