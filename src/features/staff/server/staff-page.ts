import { escapeHtml } from '#contract/escape-html.ts'
import type { Problem } from '#contract/staff-call.ts'

/** The house's colours, in light and dark, for pages that stand outside of the shop's own. */
const style = `
:root{color-scheme:light dark;--canvas:#f1f4f3;--surface:#fff;--ink:#12252c;--ink-2:#42555d;--line:#77888e;--primary:#0f3640;--on-primary:#fff;--danger:#b01e36;--danger-tint:#fbe8ea;--focus:#1c6fa8}
@media (prefers-color-scheme:dark){:root{--canvas:#0c171b;--surface:#142229;--ink:#e8efef;--ink-2:#b3c2c5;--line:#7d9096;--primary:#bfe0df;--on-primary:#0c2a32;--danger:#ff9aa6;--danger-tint:#3a1d24;--focus:#7cc0ee}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:start center;padding:48px 16px;background:var(--canvas);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{width:100%;max-width:26rem;background:var(--surface);padding:24px;border-radius:10px}
h1{margin:0 0 16px;font:400 1.625rem/1.2 ui-serif,Georgia,serif}
p{margin:0 0 16px;color:var(--ink-2)}
form{display:grid;gap:16px;margin:0 0 16px}
label{display:grid;gap:6px;font-weight:500}
input{font:inherit;color:inherit;background:var(--surface);border:1px solid var(--line);border-radius:6px;min-height:50px;padding:0 12px;width:100%}
button{font:inherit;font-weight:600;min-height:50px;padding:0 20px;border:0;border-radius:6px;background:var(--primary);color:var(--on-primary);cursor:pointer}
button.plain{background:none;color:var(--ink);border:1px solid var(--line)}
a{color:inherit;display:inline-flex;align-items:center;min-height:44px}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
[role=alert]{padding:12px;border-radius:6px;background:var(--danger-tint);color:var(--danger);margin:0 0 16px}
code,pre{font:1rem/1.6 ui-monospace,Menlo,Consolas,monospace;overflow-wrap:anywhere;white-space:pre-wrap;margin:0 0 16px;color:var(--ink)}`

type Field = { name: string; label: string; type?: string; value?: string; autocomplete?: string; inputmode?: string }
type Form = {
  action: string
  button: string
  fields?: Field[]
  /** What goes along unseen. */
  hidden?: Record<string, string>
  isPlain?: boolean
}

export function writeForm({ action, button, fields = [], hidden = {}, isPlain = false }: Form): string {
  const attribute = (name: string, value: string | undefined) => (value ? ` ${name}="${escapeHtml(value)}"` : '')
  const unseen = Object.entries(hidden).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
  )
  const seen = fields.map(({ name, label, type = 'text', ...more }) => {
    const extra = Object.entries(more).map(([key, value]) => attribute(key, value))
    return `<label>${escapeHtml(label)}<input name="${name}" type="${type}" required${extra.join('')}></label>`
  })
  const plain = isPlain ? ' class="plain"' : ''
  return `<form method="post" action="${escapeHtml(action)}">${unseen.join('')}${seen.join('')}<button${plain}>${escapeHtml(button)}</button></form>`
}

export const writeLink = (href: string, label: string) =>
  `<p><a href="${escapeHtml(href)}">${escapeHtml(label)}</a></p>`
export const writeText = (text: string) => `<p>${escapeHtml(text)}</p>`

/** What was wrong, in the words of the call. */
export function writeProblem(problem: Problem | null): string {
  if (!problem) return ''
  const { title, detail, errors = [] } = problem
  const said = errors.length > 0 ? errors.map((one) => one.detail) : [detail ?? title]
  return `<div role="alert">${[...new Set(said)].map(escapeHtml).join('<br>')}</div>`
}

/** A button that asks the browser for a passkey: to sign in, or to add one. */
export function writePasskeyButton(nonce: string, kind: 'get' | 'create'): string {
  const [label, options, send] =
    kind === 'get'
      ? ['Sign in with a passkey', '/sign-in/passkey/options', '/sign-in/passkey']
      : ['Add a passkey', '/me/passkeys/options', '/me/passkeys']
  return `<button class="plain" id="passkey" hidden>${label}</button><p id="passkey-trouble" role="status"></p>
<script nonce="${nonce}">
const button = document.getElementById('passkey')
const ask = async (path, body) => {
  const answer = await fetch('/staff-api/v1' + path, { method: 'POST', headers: { 'content-type': 'application/json', 'x-staff': '1' }, body: JSON.stringify(body) })
  const said = await answer.json()
  if (!answer.ok) throw new Error(said.detail ?? said.title)
  return said.data
}
button.hidden = !window.PublicKeyCredential?.parseRequestOptionsFromJSON
button.addEventListener('click', async () => {
  try {
    const { options } = await ask('${options}', {})
    const publicKey = PublicKeyCredential.parse${kind === 'get' ? 'Request' : 'Creation'}OptionsFromJSON(options)
    const made = await navigator.credentials.${kind}({ publicKey })
    await ask('${send}', { response: made.toJSON()${kind === 'get' ? '' : ", name: navigator.platform || 'Passkey'"} })
    location.assign('/staff')
  } catch (error) {
    document.getElementById('passkey-trouble').textContent = error.message
  }
})
</script>`
}

export function writeStaffPage(nonce: string, title: string, content: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style nonce="${nonce}">${style}</style></head>
<body><main><h1>${escapeHtml(title)}</h1>
${content}
</main></body></html>`
}
