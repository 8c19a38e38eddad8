import { createHash } from 'node:crypto'

type HashedPage = { html: string; scripts: string[] }

/**
 * Replaces a page's nonce with the hashes of its scripts. Only scripts with the nonce are the page's own. A script that
 * got into the page in another way is not hashed and does not run. Returns null if the nonce occurs anywhere else.
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
