import type { Problem } from '#contract/calls/staff-call.ts'
import { escapeHtml } from '#contract/text/escape-html.ts'
import { staffHomeLink } from '#features/staff/staff-links.ts'

/** Colors in light and dark for pages outside of the shop's own. The fonts come with the console's style sheet. */
const style = `
:root{color-scheme:light dark;--canvas:#f1f4f3;--surface:#fff;--ink:#12252c;--ink-2:#42555d;--ink-3:#5a6b72;--hair:#dde4e3;--edge:#b4c0c2;--line-strong:#77888e;--deep:#0f3640;--deep-line:#2a535d;--on-deep:#fff;--on-deep-2:#bfd3d3;--primary:#0f3640;--press:#0a262e;--on-primary:#fff;--danger:#b01e36;--danger-tint:#fbe8ea;--info-tint:#e1ebf1;--focus:#1c6fa8;--text:"Figtree Variable",system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;--display:"Marcellus",ui-serif,Georgia,serif}
@media (prefers-color-scheme:dark){:root{--canvas:#0c171b;--surface:#142229;--ink:#e8efef;--ink-2:#b3c2c5;--ink-3:#93a5aa;--hair:#26383f;--edge:#41565d;--line-strong:#7d9096;--deep:#0d2b34;--deep-line:#28505a;--primary:#bfe0df;--press:#d8eeed;--on-primary:#0c2a32;--danger:#ff9aa6;--danger-tint:#3a1d24;--info-tint:#1b303c;--focus:#7cc0ee}}
*{box-sizing:border-box}
body{margin:0;min-height:100dvh;display:grid;grid-template-columns:1fr minmax(auto,520px);background:var(--surface);color:var(--ink);font:400 1rem/1.5 var(--text);-webkit-font-smoothing:antialiased}
.side{position:relative;display:flex;flex-direction:column;overflow:hidden;padding:48px 56px;background:var(--deep);color:var(--on-deep)}
.side>*{position:relative}
.ripples{position:absolute;inset-inline-end:-420px;inset-block-end:-440px;width:880px;height:880px;color:var(--deep-line)}
.name{display:flex;align-items:center;gap:10px;margin:0;font:400 1.5rem/1 var(--display);color:inherit}
.words{margin-block-start:auto;max-width:420px}
.words p{margin:0;font:400 2rem/1.2 var(--display);color:inherit}
.words .about{margin-block-start:10px;font:400 .9375rem/1.5 var(--text);color:var(--on-deep-2)}
main{align-self:center;display:grid;gap:18px;width:100%;max-width:520px;margin-inline:auto;padding:48px clamp(16px,6vw,72px)}
h1{margin:0;font:400 1.75rem/1.2 var(--display)}
p{margin:0;color:var(--ink-2)}
form{display:grid;gap:18px}
label{display:grid;gap:5px;font:500 .8125rem/1.125rem var(--text)}
.field{position:relative}
.field a{position:absolute;inset-block-start:0;inset-inline-end:0;min-height:0;font:500 .8125rem/1.125rem var(--text)}
input{width:100%;min-height:44px;padding:0 12px;border:1px solid var(--line-strong);border-radius:4px;background:var(--surface);color:inherit;font:400 1rem/1.4 var(--text)}
input:focus{outline:none;border-color:var(--primary);box-shadow:inset 0 0 0 1px var(--primary)}
input.code:focus{box-shadow:none}
input[aria-invalid]{border-color:var(--danger)}
/* One field, so that a code can be pasted and filled in; six boxes behind it show how long it is. */
.digits{position:relative;container-type:inline-size;--gap:8px;--box:calc((100cqw - 5*var(--gap))/6)}
.boxes{position:absolute;inset:0;display:grid;grid-template-columns:repeat(6,1fr);gap:var(--gap)}
.boxes i{border:1px solid var(--line-strong);border-radius:6px}
.digits:focus-within .boxes i{border-color:var(--primary);box-shadow:inset 0 0 0 1px var(--primary)}
input.code{position:relative;min-height:56px;padding:0 0 0 calc((var(--box) - 1ch)/2);border:0;background:none;box-shadow:none;direction:ltr;text-align:left;font:500 1.5rem/1 var(--text);font-variant-numeric:tabular-nums;letter-spacing:calc(var(--box) + var(--gap) - 1ch);overflow:hidden}
.see{position:absolute;inset-block-end:0;inset-inline-end:0;width:44px;min-height:44px;padding:0;border:0;background:none;color:var(--ink-3)}
.see:hover{background:none;color:var(--ink)}
.see[hidden]{display:none}
.see~input,.withEye input{padding-inline-end:44px}
button svg{vertical-align:-4px}
.row{display:flex;flex-wrap:wrap;align-items:flex-start;justify-content:space-between;gap:8px}
.row details[open]{flex:1 0 100%}
button{min-height:44px;padding:0 20px;border:1px solid var(--primary);border-radius:4px;background:var(--primary);color:var(--on-primary);font:600 .875rem/1 var(--text);text-align:center;cursor:pointer}
button:hover{background:var(--press)}
button.plain{width:100%;border-color:var(--edge);background:var(--surface);color:var(--ink)}
button[hidden]{display:none}
.or{display:flex;align-items:center;gap:12px;font:400 .8125rem/1.2 var(--text);color:var(--ink-3)}
.or::before,.or::after{content:"";flex:1;height:1px;background:var(--hair)}
.or[hidden]{display:none}
a{display:inline-flex;align-items:center;min-height:32px;color:var(--primary);font-weight:500;text-decoration:underline;text-underline-offset:3px}
summary{width:fit-content;min-height:32px;color:var(--primary);font-weight:500;text-decoration:underline;text-underline-offset:3px;cursor:pointer}
details form{margin-block-start:12px}
.hint{font:400 .8125rem/1.4 var(--text);color:var(--ink-3)}
.note{padding:9px 12px;border-radius:4px;background:var(--info-tint);color:var(--ink);font:400 .8125rem/1.4 var(--text)}
:focus-visible{outline:2px solid var(--focus);outline-offset:2px}
[role=alert]{padding:9px 12px;border-radius:4px;background:var(--danger-tint);color:var(--danger);font:400 .875rem/1.4 var(--text)}
/* White also in the dark: many cameras read no code that is white on black. */
.qr{width:min(100%,216px);padding:4px;border:1px solid var(--hair);border-radius:4px;background:#fff}
.qr svg{display:block;width:100%;height:auto}
[role=status]:empty{display:none}
code,pre{margin:0;padding:10px 12px;border-radius:4px;background:var(--canvas);font:1rem/1.6 ui-monospace,Menlo,Consolas,monospace;overflow-wrap:anywhere;white-space:pre-wrap;color:var(--ink)}
@media (max-width:899px){body{grid-template-columns:minmax(0,1fr);grid-template-rows:auto 1fr}.side{padding:20px 16px}.words{display:none}.ripples{inset-block-end:-180px;inset-inline-end:-120px;width:330px;height:330px}main{align-self:start;padding-block:32px}}`

const rings = [22, 43, 64, 85, 106, 127, 148, 169].map((radius, index) => {
  const around = 2 * Math.PI * radius
  const dashes = `${(around * 0.88).toFixed(1)} ${(around * 0.12).toFixed(1)}`
  return `<circle cx="165" cy="165" r="${radius}" opacity="${(1 - index / 10).toFixed(1)}" stroke-dasharray="${dashes}" transform="rotate(-104 165 165)"/>`
})
const ripples = `<svg class="ripples" viewBox="0 0 330 330" fill="none" stroke="currentColor" stroke-width=".5" aria-hidden="true">${rings.join('')}</svg>`
const mark = `<svg width="26" height="26" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.7" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M5.5 3.5V20.5M18.5 3.5V20.5M3.5 3.5H7.5M16.5 3.5H20.5M3.5 20.5H7.5M16.5 20.5H20.5M5.5 12.3C7.6 9.9 9.9 9.9 12 12.1S16.4 14.3 18.5 11.9"/></svg>`

type Field = {
  name: string
  label: string
  type?: string
  value?: string
  autocomplete?: string
  inputmode?: string
  class?: string
  maxlength?: string
  minlength?: string
  autofocus?: boolean
  /** Link beside the label, for users who cannot fill in the field. */
  beside?: { href: string; label: string }
}
type Form = {
  action: string
  button: string
  fields?: Field[]
  hidden?: Record<string, string>
  /** Reason of a refusal. Its wrong fields are marked, and the first one takes the focus. */
  problem?: Problem | null
  isPlain?: boolean
}

/** Button that shows the typed password. Without scripts it stays hidden. */
const eye = `<button type="button" class="see" aria-label="Show what is typed" aria-pressed="false" hidden><svg width="18" height="18" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M2.1 12.3a1 1 0 0 1 0-.7 10.8 10.8 0 0 1 19.8 0 1 1 0 0 1 0 .7 10.8 10.8 0 0 1-19.8 0"/><circle cx="12" cy="12" r="3"/></svg></button>`
const eyeScript = `for (const see of document.querySelectorAll('.see')) {
  see.hidden = false
  see.addEventListener('click', () => {
    const field = see.parentElement.querySelector('input')
    const isShown = field.type === 'password'
    field.type = isShown ? 'text' : 'password'
    see.setAttribute('aria-pressed', isShown)
  })
}`
const print = `<svg width="18" height="18" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M12 10a2 2 0 0 0-2 2c0 1 0 2.6-.3 4M14 13.1c0 2.4 0 6.4-1 8.9M17.3 21c.1-.6.4-2.3.4-3M2 12a10 10 0 0 1 18-6M2 16h0M21.8 16c.2-2 .1-5.4 0-6M5 19.5C5.5 18 6 15 6 12a6 6 0 0 1 .3-2M8.7 22c.2-.7.5-1.3.6-2M9 6.8a6 6 0 0 1 9 5.2v2"/></svg>`

/** Field of a refusal that has no errors by field. */
const refusedFields: Record<string, string> = { wrong_sign_in: 'password', wrong_code: 'code' }
const problemId = 'problem'

function findWrong(problem: Problem | null, fields: Field[]): string[] {
  if (!problem) return []
  const named = problem.errors?.map(({ field }) => field) ?? [refusedFields[problem.code]]
  return fields.map(({ name }) => name).filter((name) => named.includes(name))
}

export function writeForm(form: Form): string {
  const { action, button, fields = [], hidden = {}, problem = null, isPlain = false } = form
  const wrong = findWrong(problem, fields)
  const attribute = (name: string, value: string | undefined) => (value ? ` ${name}="${escapeHtml(value)}"` : '')
  const unseen = Object.entries(hidden).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
  )
  const seen = fields.map(({ name, label, type = 'text', beside, autofocus, ...more }) => {
    const extra = Object.entries({
      ...more,
      ...(wrong.includes(name) && { 'aria-invalid': 'true', 'aria-describedby': problemId }),
      autofocus: (wrong.length > 0 ? wrong[0] === name : autofocus) ? 'true' : '',
    }).map(([key, value]) => attribute(key, value))
    const input = `<input name="${name}" type="${type}" required${extra.join('')}>`
    const shown =
      more.class === 'code'
        ? `<span class="digits"><span class="boxes" aria-hidden="true">${'<i></i>'.repeat(6)}</span>${input}</span>`
        : input
    const field = `<label>${escapeHtml(label)}${shown}</label>`
    const isSecret = type === 'password'
    if (!beside && !isSecret) return field
    const link = beside ? `<a href="${escapeHtml(beside.href)}">${escapeHtml(beside.label)}</a>` : ''
    return `<div class="field${isSecret ? ' withEye' : ''}">${field}${link}${isSecret ? eye : ''}</div>`
  })
  const plain = isPlain ? ' class="plain"' : ''
  return `<form method="post" action="${escapeHtml(action)}">${unseen.join('')}${seen.join('')}<button${plain}>${escapeHtml(button)}</button></form>`
}

export const writeLink = (href: string, label: string) =>
  `<p><a href="${escapeHtml(href)}">${escapeHtml(label)}</a></p>`
/** Writes text to type or copy, such as a command. */
export const writeCode = (text: string) => `<code>${escapeHtml(text)}</code>`
export const writeRow = (...parts: string[]) => `<div class="row">${parts.join('')}</div>`
export const writeText = (text: string) => `<p>${escapeHtml(text)}</p>`
export const writeHint = (text: string) => `<p class="hint">${escapeHtml(text)}</p>`
export const writeNote = (text: string) => `<p class="note">${escapeHtml(text)}</p>`

export function writeProblem(problem: Problem | null): string {
  if (!problem) return ''
  const { title, detail, errors = [] } = problem
  const said = errors.length > 0 ? errors.map(sayWrong) : [detail ?? title]
  return `<div role="alert" id="${problemId}">${[...new Set(said)].map(escapeHtml).join('<br>')}</div>`
}

/** Formats an error away from its field, so that it names the field. */
function sayWrong({ field, detail }: { field: string; detail: string }): string {
  return field === 'email' ? 'Type your email as name@example.com.' : detail
}

/**
 * Writes a button that asks the browser for a passkey, to sign in or to add one. Without scripts, the button and the `or` after
 * it stay hidden.
 */
export function writePasskeyButton(
  nonce: string,
  kind: 'get' | 'create',
  { next = staffHomeLink, or = false }: { next?: string; or?: boolean } = {},
): string {
  const [label, options, send] =
    kind === 'get'
      ? ['Use a passkey', '/sign-in/passkey/options', '/sign-in/passkey']
      : ['Add a passkey', '/me/passkeys/options', '/me/passkeys']
  // A member without another second step gets recovery codes for a lost passkey, which are shown once.
  const codes =
    kind === 'create'
      ? `<div id="codes" hidden><p>Keep these recovery codes somewhere safe. Each works once, for when your passkey is lost.</p><pre></pre>${writeLink(next, 'Go on')}</div>`
      : ''
  return `${codes}<button type="button" class="plain" id="passkey" data-next="${escapeHtml(next)}" hidden>${print} ${label}</button><p id="passkey-trouble" role="status"></p>${or ? '<div class="or" id="or" hidden>or</div>' : ''}
<script nonce="${nonce}">
const button = document.getElementById('passkey')
const ask = async (path, body) => {
  const answer = await fetch('/staff-api/v1' + path, { method: 'POST', headers: { 'content-type': 'application/json', 'x-staff': '1' }, body: JSON.stringify(body) })
  const said = await answer.json()
  if (!answer.ok) throw new Error(said.detail ?? said.title)
  return said.data
}
// Browsers know no passkeys of an address that is numbers.
button.hidden = !window.PublicKeyCredential?.parseRequestOptionsFromJSON || /^[\\d.]+$|^\\[/.test(location.hostname)
document.getElementById('or')?.toggleAttribute('hidden', button.hidden)
button.addEventListener('click', async () => {
  try {
    const { options } = await ask('${options}', {})
    const publicKey = PublicKeyCredential.parse${kind === 'get' ? 'Request' : 'Creation'}OptionsFromJSON(options)
    const made = await navigator.credentials.${kind}({ publicKey })
    const kept = await ask('${send}', { response: made.toJSON()${kind === 'get' ? '' : ", name: navigator.platform || 'Passkey'"} })
    const codes = document.getElementById('codes')
    if (!codes || kept.recovery_codes.length === 0) return location.assign(button.dataset.next)
    codes.querySelector('pre').textContent = kept.recovery_codes.join('\\n')
    codes.hidden = false
    button.hidden = true
    codes.querySelector('a').focus()
  } catch (error) {
    document.getElementById('passkey-trouble').textContent = error.message
  }
})
</script>`
}

type StaffPage = {
  nonce: string
  title: string
  content: string
  shopName: string
  /** Style sheets of the console for its fonts. They are cached by the time the member has signed in. */
  styles?: string[]
}

export function writeStaffPage({ nonce, title, content, shopName, styles = [] }: StaffPage): string {
  const sheets = styles.map((href) => `<link rel="stylesheet" href="${escapeHtml(href)}">`).join('')
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><link rel="icon" href="/favicon.svg" type="image/svg+xml">
${sheets}<style nonce="${nonce}">${style}</style></head>
<body><header class="side">${ripples}<p class="name">${mark}<span translate="no">${escapeHtml(shopName)}</span></p>
<div class="words"><p>The staff side of the shop</p><p class="about">Pack, judge, answer. Everything you do here carries your name and the time.</p></div></header>
<main><h1>${escapeHtml(title)}</h1>
${content}
</main>${content.includes('class="see"') ? `<script nonce="${nonce}">${eyeScript}</script>` : ''}</body></html>`
}
