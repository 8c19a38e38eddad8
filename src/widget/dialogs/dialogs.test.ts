import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('centers the text of dialog buttons, because pages of the shop align buttons to the start', () => {
  const styles = readFileSync(new URL('./dialogs.css', import.meta.url), 'utf8')
  expect(/\.hc-action \{[^}]*\}/.exec(styles)?.[0]).toContain('text-align: center;')
})
