import { expect, test } from 'vitest'
import { virtualNode } from './virtual-dom.ts'
import { toHtml } from './virtual-node-html.ts'

test('what a merchant typed can never become markup', () => {
  const evil = '"><img src=x onerror=alert(1)>'
  const html = toHtml(virtualNode('p', { className: evil, style: { '--a': evil }, 'aria-label': evil }, evil))
  expect(html).not.toContain('<img')
  expect(html.match(/</g)).toHaveLength(2)
})

test('handlers and what is off are left out, what is on stands there', () => {
  const html = toHtml(
    virtualNode(
      'button',
      { type: 'button', hidden: true, disabled: false, 'aria-busy': true, onClick: () => {} },
      null,
      'GET',
    ),
  )
  expect(html).toBe('<button type="button" hidden="" aria-busy="true">GET</button>')
})
