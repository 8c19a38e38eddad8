import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Hono } from 'hono'
import type { Assets } from '#build/built-assets.ts'
import { createCaller } from '#contract/calls/call.ts'
import { createTranslate } from '#contract/text/translate.ts'
import { listWidgets } from '#features/adverts/adverts.contract.ts'
import { accountLink } from '#links/account.links.ts'
import { answer, answerHtml } from '#server/http/compress.ts'
import { knownByNonce, pagePolicy } from '#server/http/headers.ts'
import { projectFolder } from '#server/project-folder.ts'
import { renderCoupons } from '#widget/embed/first-paint.ts'
import type { Pages } from './pages.ts'

type Parts = { pages: Pages; fetchApi: (path: string, init: RequestInit) => Promise<Response> }

const t = createTranslate({ language: 'en', catalogue: { 'USE-1': 'USE' } })

/** Widgets 1 and 2 are part of the first paint. The other eight load their data in one call. */
const paintedIds = [1, 2]
const askedIds = [3, 4, 5, 6, 7, 8, 9, 10]

/** Serves the style sheet of the first paint, and a page without React with ten widgets and a banner. */
export function addEmbedDemo(app: Hono, { pages, fetchApi }: Parts): void {
  const folder = new URL('src/widget/', projectFolder)
  app.get('/widget.css', async (c) => {
    const sheets = ['embed/embed.css', 'widget.css', 'dialogs/dialogs.css']
    const rules = await Promise.all(sheets.map((name) => readFile(new URL(name, folder), 'utf8')))
    return answer(c, rules.join(''), 200, {
      'content-type': 'text/css; charset=utf-8',
      'cache-control': 'public, max-age=3600',
    })
  })
  if (pages.isDevelopment) app.get('/widget.js', (c) => c.redirect('/src/widget/embed/embed.ts'))

  app.get('/embed-demo', async (c) => {
    const cookie = c.req.header('cookie') ?? ''
    const call = createCaller({
      fetch: (path, init) => fetchApi(path, { ...init, headers: { ...(init.headers as object), cookie } }),
      token: () => null,
    })
    const { assets } = await pages.load()
    const painted = await call(listWidgets, { ids: paintedIds.join(',') })
    const nonce = randomBytes(16).toString('base64')
    c.header('content-security-policy', pagePolicy({ ...knownByNonce(nonce), isDevelopment: pages.isDevelopment }))
    c.header('cache-control', 'no-store')
    return answerHtml(
      c,
      demoPage({ nonce, assets, painted: painted.map((advert) => renderCoupons(advert, t)).join('\n') }),
    )
  })
}

/** Renders the page. Elements that load their advert come last, so that they do not move the painted elements. */
function demoPage({ nonce, assets, painted }: { nonce: string; assets: Assets; painted: string }): string {
  const links = assets.styles.map((href) => `<link rel="stylesheet" href="${href}">`).join('')
  const lazyWidgets = askedIds.map((id) => `<harbor-coupons ad="${id}"></harbor-coupons>`).join('\n')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>Coupons on your own pages · Harbor</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${links}
<script type="module" src="/widget.js"></script>
<style nonce="${nonce}">
header, .words { padding: 16px; }
main { display: grid; gap: 12px; max-width: 38rem; margin-inline: auto; padding-bottom: 64px; }
h1 { font: var(--t-hero); }
/* Rules of the page that must not reach into the widgets. */
p, button { letter-spacing: .2em; }
.words p { letter-spacing: normal; color: var(--ink-2); }
</style>
</head>
<body>
<header><a href="${accountLink}">Harbor</a></header>
<main>
<div class="words"><h1>Coupons on your own pages</h1>
<p>This page is plain HTML. One small script makes the widgets and the banner below.</p></div>
${painted}
<harbor-banner pos="home"></harbor-banner>
${lazyWidgets}
</main>
</body>
</html>`
}
