import { expect, test } from 'vitest'
import { type MailContent, writeMail } from './mail.ts'

const mail: MailContent = {
  to: 'ada@harbor.test',
  siteName: 'Harbor',
  language: 'en',
  direction: 'ltr',
  subject: 'Your order is on its way',
  paragraphs: ['It left today.', 'It comes soon.'],
  facts: [
    ['Order', 'HB2A3B4C5D6E7'],
    ['Total', '$150.00'],
  ],
  button: { label: 'See it', href: 'https://harbor.test/account' },
}

/**
 * CSS properties that Gmail, Outlook (Word and web), Apple Mail, Yahoo and Samsung support or ignore without harm
 * (caniemail.com).
 */
const knownProperties = new Set([
  ...['margin', 'padding', 'padding-left', 'padding-right', 'width', 'max-width', 'display'],
  ...['background-color', 'color', 'font-family', 'font-size', 'font-weight', 'line-height'],
  ...['text-align', 'text-decoration'],
])
const knownTags = new Set(['html', 'head', 'meta', 'title', 'body', 'table', 'tr', 'td', 'h1', 'p', 'a'])

test.each(['ltr', 'rtl'] as const)(
  'uses only markup that mail programs support, with the text direction %s',
  (direction) => {
    const { html } = writeMail({ ...mail, direction })
    const tags = [...html.matchAll(/<([a-z]\w*)/g)].map(([, tag]) => tag ?? '')
    expect(tags.filter((tag) => !knownTags.has(tag))).toEqual([])
    const properties = [...html.matchAll(/style="([^"]*)"/g)].flatMap(([, style = '']) =>
      style.split(';').map((one) => one.split(':')[0] ?? ''),
    )
    expect(properties.filter((name) => !knownProperties.has(name))).toEqual([])
    // Word needs a unit on every line height, and the bgcolor attribute on every background.
    expect(html).not.toMatch(/line-height:[\d.]+[;"]/)
    for (const [cell] of html.matchAll(/<td[^>]*background-color[^>]*>/g)) expect(cell).toContain('bgcolor=')
    expect(html.length).toBeLessThan(20_000)
  },
)

test('sets direction and alignment on every cell, because some programs remove outer elements', () => {
  const { html } = writeMail({ ...mail, direction: 'rtl', language: 'ar' })
  const cells = [...html.matchAll(/<td[^>]*>/g)].map(([cell]) => cell).filter((cell) => !cell.includes('height="16"'))
  expect(cells.length).toBeGreaterThan(6)
  for (const cell of cells) {
    expect(cell).toMatch(/dir="(?:rtl|auto)"/)
    if (!cell.includes('align="center"')) expect(cell).toContain('text-align:right')
  }
  for (const [block] of html.matchAll(/<(?:table|p|h1)[^>]*>/g)) expect(block).toContain('dir="rtl"')
  expect(html).toContain('padding-left:16px')
  expect(html).not.toContain('text-align:left')
  expect(html).toMatch(/<body[^>]*>\s*<table[^>]*lang="ar"/)
})

test('has the same content as text and as HTML', () => {
  const { text, html } = writeMail(mail)
  for (const said of [...mail.paragraphs, ...(mail.facts ?? []).flat(), 'See it', mail.button?.href ?? '']) {
    expect(text).toContain(said)
    expect(html).toContain(said)
  }
})
