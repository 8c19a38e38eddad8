import MarkdownIt from 'markdown-it'

/**
 * Texts of staff are CommonMark with tables. HTML in them stays text, and what is written here or by the parser is all that
 * can become an element. The nesting has a limit because browsers and the parser both pay for depth.
 */
const parser = new MarkdownIt('commonmark', { html: false, xhtmlOut: false, maxNesting: 20 }).enable('table')
const { escapeHtml } = parser.utils

// What is refused here stays the text it was. Addresses arrive encoded: a backslash or a line break is a `%5C` or `%0A` by now.
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

/** The title of the page is its only h1. */
function headingTag(tag = 'h2'): string {
  return tag === 'h1' ? 'h2' : tag
}

rules.link_open = (tokens, at, options, _env, renderer) => {
  const token = tokens[at]
  if (token && isOutside(String(token.attrGet('href')))) token.attrSet('rel', 'noopener')
  return renderer.renderToken(tokens, at, options)
}

/** Pictures come from the shop itself; of others the words remain. */
rules.image = (tokens, at, options, env, renderer) => {
  const token = tokens[at]
  const words = escapeHtml(renderer.renderInlineAsText(token?.children ?? [], options, env))
  const source = String(token?.attrGet('src'))
  return isOwnPath(source) ? `<img src="${escapeHtml(source)}" alt="${words}" loading="lazy" decoding="async">` : words
}

rules.fence = rules.code_block = (tokens, at) => `<pre><code>${escapeHtml(tokens[at]?.content ?? '')}</code></pre>\n`

// A table that is wider than a phone scrolls in its own box, by keyboard too.
rules.table_open = () => '<div role="group" tabindex="0"><table>\n'
rules.table_close = () => '</table></div>\n'
rules.th_open = rules.td_open = (tokens, at) => {
  const token = tokens[at]
  // A text has its own direction: its end may be on the left.
  const align = /right|center/.exec(String(token?.attrGet('style')))?.[0]
  return align ? `<${token?.tag} data-align="${align === 'right' ? 'end' : align}">` : `<${token?.tag}>`
}

/** Texts change seldom and are read often: the last ones are kept as they were written, 50 of at most 100,000 characters. */
const kept = new Map<string, string>()
const keptCount = 50

/** The HTML of a text that staff wrote, safe to be put into a page as it is. */
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
