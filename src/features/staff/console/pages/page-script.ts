/** Script of the pages, which shows typed passwords and asks the browser for passkeys. Everything else works without it. */
export const pageScript = `for (const see of document.querySelectorAll('.see')) {
  see.hidden = false
  see.addEventListener('click', () => {
    const field = see.parentElement.querySelector('input')
    const isShown = field.type === 'password'
    field.type = isShown ? 'text' : 'password'
    see.setAttribute('aria-pressed', isShown)
  })
}
const button = document.getElementById('passkey')
if (button) {
  const { kind, options, send, next } = button.dataset
  const ask = async (path, body) => {
    const answer = await fetch(path, { method: 'POST', headers: { 'content-type': 'application/json', 'x-staff': '1' }, body: JSON.stringify(body) })
    const said = await answer.json()
    if (!answer.ok) throw new Error(said.detail ?? said.title)
    return said.data
  }
  // Browsers know no passkeys of an address that is numbers.
  button.hidden = !window.PublicKeyCredential?.parseRequestOptionsFromJSON || /^[\\d.]+$|^\\[/.test(location.hostname)
  document.getElementById('or')?.toggleAttribute('hidden', button.hidden)
  button.addEventListener('click', async () => {
    try {
      const asked = await ask(options, {})
      const made =
        kind === 'get'
          ? await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(asked.options) })
          : await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(asked.options) })
      const kept = await ask(send, { response: made.toJSON(), ...(kind === 'create' && { name: navigator.platform || 'Passkey' }) })
      const codes = document.getElementById('codes')
      if (!codes || kept.recovery_codes.length === 0) return location.assign(next)
      codes.querySelector('pre').textContent = kept.recovery_codes.join('\\n')
      codes.hidden = false
      button.hidden = true
      codes.querySelector('a').focus()
    } catch (error) {
      document.getElementById('passkey-trouble').textContent = error.message
    }
  })
}`
