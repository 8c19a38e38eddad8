import { readdir } from 'node:fs/promises'
import { expect, signIn, test } from './support/test.ts'

type Served = { language: string; html: string }

/** Shows the server-rendered coupons of every language on one page with the shop's style sheet. */
function showCoupons(pages: Served[]): void {
  // The page's own rules also affect elements outside of shadow roots.
  for (const style of document.querySelectorAll('style')) style.remove()
  const main = document.querySelector('main') ?? document.body
  main.replaceChildren()
  for (const { language, html } of pages) {
    const served = new DOMParser().parseFromString(html, 'text/html')
    const place = main.appendChild(document.createElement('div'))
    place.lang = language
    place.dir = served.documentElement.dir
    for (const part of served.querySelectorAll('[role=tabpanel] article, section.hc')) {
      const frame = place.appendChild(document.createElement('div'))
      frame.style.padding = part.localName === 'article' ? '0 16px' : '0'
      frame.append(part)
    }
  }
}

/** Returns words that are broken across lines or overflow their coupon. */
function findClippedWords(): string[] {
  const found = new Set<string>()
  const walker = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement
    const box = element?.closest('button, .hc-ticket, .hc-cell, article, .hc')
    if (!element || !box || element.closest('.visually-hidden, .hc-unseen')) continue
    const { left, right } = box.getBoundingClientRect()
    const language = element.closest('[lang]')?.getAttribute('lang')
    for (const { 0: word, index } of (node.textContent ?? '').matchAll(/[^\s\u00ad\u200b-]+/g)) {
      // Chinese and Japanese may break a line between any two characters.
      if (/[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]/u.test(word)) continue
      const range = document.createRange()
      const rects = [...word].map((character, at) => {
        range.setStart(node, index + at)
        range.setEnd(node, index + at + character.length)
        // The first character after a soft hyphen also has a box at the end of the previous line.
        return [...range.getClientRects()].at(-1) ?? new DOMRect()
      })
      if (new Set(rects.map(({ top }) => Math.round(top))).size > 1) found.add(`${language}: ${word} is broken`)
      if (rects.some((rect) => rect.left < left - 1 || rect.right > right + 1)) {
        found.add(`${language}: ${word} reaches out`)
      }
    }
  }
  return [...found]
}

test('breaks no word on a coupon in all 25 languages at 320 and 390 px', async ({ page, context, baseURL }) => {
  await signIn(page)
  const languages = (await readdir('src/words/catalogues')).map((name) => name.replace('.json', ''))
  expect(languages).toHaveLength(25)
  const pages: Served[] = []
  for (const language of languages) {
    await context.addCookies([{ name: 'language', value: language, url: baseURL ?? '' }])
    const answers = await Promise.all(['/account', '/account/coupon'].map((path) => page.request.get(path)))
    for (const answer of answers) {
      pages.push({ language, html: await answer.text() })
    }
  }
  await page.goto('/embed-demo')
  await page.evaluate(showCoupons, pages)
  expect(await page.locator('main section.hc').count()).toBe(50)
  expect(await page.locator('main article').count()).toBeGreaterThanOrEqual(250)
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 })
    await page.evaluate(() => document.fonts.ready)
    expect.soft(await page.evaluate(findClippedWords), `${width} px`).toEqual([])
  }
})
