import { createHash } from 'node:crypto'

type HashedPage = { html: string; scripts: string[] }

/**
 * Takes a page's nonce out and says instead what its scripts are known by. Only what carries the nonce is ours: a script that got into
 * the page any other way is not hashed, and does not run. Null if the nonce stands anywhere else.
 */
export function hashScripts(page: string, nonce: string): HashedPage | null {
  const mark = ` nonce="${nonce}"`
  const scripts = new Set<string>()
  for (const [, attributes = '', text = ''] of page.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)) {
    if (attributes.includes(mark) && text !== '') scripts.add(hash(text))
  }
  const html = page.replace(`<meta property="csp-nonce" content="${nonce}"/>`, '').replaceAll(mark, '')
  return html.includes(nonce) ? null : { html, scripts: [...scripts] }
}

const hash = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`
