import MarkdownIt from 'markdown-it'

/**
 * Parser for the texts of staff, which are CommonMark with tables. HTML is shown as text, so only the parser and the
 * rules below create elements. Nesting is limited, because deep nesting is expensive for the parser and for browsers.
 */
const parser = new MarkdownIt('commonmark', { html: false, xhtmlOut: false, maxNesting: 20 }).enable('table')
const { escapeHtml } = parser.utils

// Rejected links stay plain text. Links are already encoded here, with a backslash as `%5C` and a line break as `%0A`.
parser.validateLink = (link) => isOwnPath(link) || link.startsWith('mailto:') || isOutside(link)

function isOwnPath(link: string): boolean {
  return link.startsWith('/') && !link.startsWith('//')
}

function isOutside(link: string): boolean {
  if (!/^https?:\/\//i.test(link) || !URL.canParse(link)) return false
  const { username, password } = new URL(link)
  return username === '' && password === ''
}

const { rules } = parser.renderer

rules.heading_open = (tokens, at) => `<${headingTag(tokens[at]?.tag)}>`
rules.heading_close = (tokens, at) => `</${headingTag(tokens[at]?.tag)}>\n`

/** Returns the tag of a heading. The title of the page is its only h1. */
function headingTag(tag = 'h2'): string {
  return tag === 'h1' ? 'h2' : tag
}

rules.link_open = (tokens, at, options, _env, renderer) => {
  const token = tokens[at]
  if (token && isOutside(String(token.attrGet('href')))) token.attrSet('rel', 'noopener')
  return renderer.renderToken(tokens, at, options)
}

/** Renders pictures of the shop itself. Other pictures become their text alternative. */
rules.image = (tokens, at, options, env, renderer) => {
  const token = tokens[at]
  const words = escapeHtml(renderer.renderInlineAsText(token?.children ?? [], options, env))
  const source = String(token?.attrGet('src'))
  return isOwnPath(source) ? `<img src="${escapeHtml(source)}" alt="${words}" loading="lazy" decoding="async">` : words
}

rules.fence = rules.code_block = (tokens, at) => `<pre><code>${escapeHtml(tokens[at]?.content ?? '')}</code></pre>\n`

// A table that is wider than a phone screen scrolls inside a box, also by keyboard.
rules.table_open = () => '<div role="group" tabindex="0"><table>\n'
rules.table_close = () => '</table></div>\n'
rules.th_open = rules.td_open = (tokens, at) => {
  const token = tokens[at]
  // A right-to-left text ends on the left, so alignment is converted to start and end.
  const align = /right|center/.exec(String(token?.attrGet('style')))?.[0]
  return align ? `<${token?.tag} data-align="${align === 'right' ? 'end' : align}">` : `<${token?.tag}>`
}

/**
 * Cache of the latest rendered texts: up to 50 texts of at most 100,000 characters. Texts are read often and change
 * rarely.
 */
const kept = new Map<string, string>()
const keptCount = 50

/** Renders a text of staff to HTML that pages can insert unchanged. */
export function renderMarkdown(text: string): string {
  const html = kept.get(text) ?? parser.render(text)
  kept.delete(text)
  kept.set(text, html)
  for (const oldest of kept.keys()) {
    if (kept.size <= keptCount) break
    kept.delete(oldest)
  }
  return html
}
