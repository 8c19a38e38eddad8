import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('buttons of dialogs center their words themselves, because pages of the shop align buttons to the start', () => {
  const styles = readFileSync(new URL('./dialogs.css', import.meta.url), 'utf8')
  expect(/\.hc-action \{[^}]*\}/.exec(styles)?.[0]).toContain('text-align: center;')
})
