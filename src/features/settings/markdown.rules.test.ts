import fc from 'fast-check'
import { expect, test } from 'vitest'
import { renderMarkdown } from './markdown.rules.ts'

test.each([
  ['One\nline.\n\nTwo.', '<p>One\nline.</p>\n<p>Two.</p>\n'],
  ['# A\n## B\n### C', '<h2>A</h2>\n<h2>B</h2>\n<h3>C</h3>\n'],
  ['## Linen\n- a\n- b', '<h2>Linen</h2>\n<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n'],
  ['3. c\n4. d', '<ol start="3">\n<li>c</li>\n<li>d</li>\n</ol>\n'],
  ['**bold** *soft* `code`', '<p><strong>bold</strong> <em>soft</em> <code>code</code></p>\n'],
  ['one\\\ntwo\n\n---', '<p>one<br>\ntwo</p>\n<hr>\n'],
  ['> said', '<blockquote>\n<p>said</p>\n</blockquote>\n'],
  ['```js" onload="x\n<b>\n```', '<pre><code>&lt;b&gt;\n</code></pre>\n'],
  ['[returns](/returns "Why?")', '<p><a href="/returns" title="Why?">returns</a></p>\n'],
  ['[us](mailto:help@shop.example)', '<p><a href="mailto:help@shop.example">us</a></p>\n'],
  ['[out](https://a.example/?b=1&c=2)', '<p><a href="https://a.example/?b=1&amp;c=2" rel="noopener">out</a></p>\n'],
  ['<https://a.example>', '<p><a href="https://a.example" rel="noopener">https://a.example</a></p>\n'],
  ['![Wool](/media/wool.webp)', '<p><img src="/media/wool.webp" alt="Wool" loading="lazy" decoding="async"></p>\n'],
  ['![Wool & "more"](https://a.example/x.png)', '<p>Wool &amp; &quot;more&quot;</p>\n'],
  [
    '|Size|Price|\n|-|-:|\n|M|3|',
    '<div role="group" tabindex="0"><table>\n<thead>\n<tr>\n<th>Size</th>\n<th data-align="end">Price</th>\n</tr>\n</thead>\n' +
      '<tbody>\n<tr>\n<td>M</td>\n<td data-align="end">3</td>\n</tr>\n</tbody>\n</table></div>\n',
  ],
])('renders %j', (text, html) => {
  expect(renderMarkdown(text)).toBe(html)
})

const attacks = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<div onclick="alert(1)">\n\nx\n\n</div>',
  '<!-- --><svg/onload=alert(1)>',
  '<![CDATA[<b>]]>',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](&#106;avascript:alert(1))',
  '[x](java&Tab;script:alert(1))',
  '[x](<java\tscript:alert(1)>)',
  '[x](&#x1;javascript:alert(1))',
  '[x](vbscript:x)',
  '[x](data:text/html;base64,PHNjcmlwdD4=)',
  '[x](data:image/svg+xml,<svg/onload=alert(1)>)',
  '[x](file:///etc/passwd)',
  '[x](//evil.example)',
  '[x](https:evil.example)',
  '[x](https://shop@evil.example)',
  '[x](staff/login)',
  '<javascript:alert(1)>',
  '<data:text/html,x>',
  '[x][y]\n\n[y]: javascript:alert(1)',
  '[x](/a "\\" onmouseover=alert(1) x=\\"")',
  '![x](javascript:alert(1))',
  '![x](data:image/png;base64,AAAA)',
  '![" onerror="alert(1)](/a.png)',
  '![x](/a.png" onerror="alert(1))',
  '|<script>|\n|-|\n|<img src=x onerror=alert(1)>|',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
]

/** Every allowed element, with every allowed attribute. */
const allowed =
  /<\/?(?:p|h[2-6]|ul|li|em|strong|code|pre|blockquote|table|thead|tbody|tr|div)>|<ol(?: start="\d+")?>|<\/(?:ol|a|th|td)>|<(?:br|hr)>|<t[hd](?: data-align="(?:end|center)")?>|<div role="group" tabindex="0">|<a href="(?:\/(?!\/)|mailto:|https?:\/\/)[^"<>\s]*"(?: title="[^"<>]*")?(?: rel="noopener")?>|<img src="\/(?!\/)[^"<>\s]*" alt="[^"<>]*" loading="lazy" decoding="async">/g

const isHarmless = (html: string) => !html.replaceAll(allowed, '').includes('<')

test.each(attacks)('keeps %j as text', (attack) => {
  const html = renderMarkdown(attack)
  expect(isHarmless(html), html).toBe(true)
  expect(html).not.toMatch(/href="(?!\/a")/)
})

test('links a path with a backslash to the shop itself', () => {
  expect(renderMarkdown('[x](/\\evil.example)')).toBe('<p><a href="/%5Cevil.example">x</a></p>\n')
})

test('produces allowed elements only, from any text', () => {
  const piece = fc.constantFrom(
    ...attacks,
    ...'[]()<>!*_`|-#&;:"\'/\\ \n'.split(''),
    'javascript:',
    'https://a.example',
    'a',
    '\n\n',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const html = renderMarkdown(pieces.join(''))
      expect(isHarmless(html), html).toBe(true)
    }),
  )
})

test.each(['[', '*', '>', '|', '![', '[a](', '*a_ ', '- ', '`a', '|a|\n|-|\n', '> - ', '&', '<', '[a]: b\n'])(
  'renders twenty times as many %j in linear time',
  (piece) => {
    const time = (length: number) => {
      const times = [1, 2, 3].map((run) => {
        // The number makes each text unique, so that it is not cached.
        const text = `${run} ${length}\n\n${piece.repeat(length / piece.length)}`
        const start = process.cpuUsage()
        renderMarkdown(text)
        const { user, system } = process.cpuUsage(start)
        return (user + system) / 1000
      })
      return Math.min(...times)
    }
    // Twenty times the text in quadratic time would take 400 times as long. Times below 1 ms are too short to measure.
    expect(time(100_000)).toBeLessThan(100 * Math.max(time(5_000), 1))
  },
)

test('limits the output of tables with many columns and of deeply nested quotes', () => {
  const columns = `|${'a|'.repeat(1_000)}\n|${'-|'.repeat(1_000)}\n`
  expect(renderMarkdown(columns + '|\n'.repeat(40_000)).length).toBeLessThan(2_000_000)
  expect(renderMarkdown('>'.repeat(100_000)).length).toBeLessThan(10_000)
})
