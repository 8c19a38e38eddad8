import { expect, test } from 'vitest'
import { createClassNames } from './class-names.ts'
import { cutSheet } from './page-styles.ts'

const files: Record<string, string> = { a00: 'a.css', a01: 'a.css', b00: 'b.css' }
const cut = (css: string) => cutSheet(css, (name) => files[name])

test('rules of one file that follow each other are one piece, and nothing is lost', () => {
  const css = ':root{--s:4px}.a00{color:red}.a01:hover,.a00>p{top:0}.b00{left:0}.a00{inset:0}'
  const pieces = cut(css)
  expect(pieces.map((piece) => piece.files)).toEqual([[], ['a.css'], ['b.css'], ['a.css']])
  expect(pieces.map((piece) => piece.css).join('')).toBe(css)
})

test('a media query is cut where its rules belong to different files', () => {
  expect(cut('@media (hover:hover){.a00{top:0}.b00{top:0}@media (width>1px){.b00{left:0}}}')).toEqual([
    { css: '@media (hover:hover){.a00{top:0}}', files: ['a.css'], isForAll: false },
    { css: '@media (hover:hover){.b00{top:0}}', files: ['b.css'], isForAll: false },
    // Deeper ones stay as they are, for every page.
    { css: '@media (hover:hover){@media (width>1px){.b00{left:0}}}', files: [], isForAll: true },
  ])
})

test('a rule that two files share belongs to both, an animation to the file that it is named after', () => {
  expect(cut('.a00,.b00{top:0}@keyframes a01{0%{top:0}to{top:1px}}').map((piece) => piece.files)).toEqual([
    ['a.css', 'b.css'],
    ['a.css'],
  ])
})

test('braces in words, and rules without any, are read as they are', () => {
  const css = '@charset "utf-8";.a00:after{content:"}{;\\""}.b00{top:0}'
  expect(cut(css).map((piece) => piece.css)).toEqual([
    '@charset "utf-8";',
    '.a00:after{content:"}{;\\""}',
    '.b00{top:0}',
  ])
})

test('classes for the whole shop are every page’s, and come again with the rest because others may stand against them', () => {
  expect(cut('.num{top:0}')).toEqual([{ css: '.num{top:0}', files: [], isForAll: false }])
})

test('a class of the build leads back to its file', () => {
  const { nameClass, findFile } = createClassNames()
  const name = nameClass('bar', '/shop/src/web/ui/app-bar.module.css', '.page{}.bar{}')
  expect(findFile(name)).toBe('src/web/ui/app-bar.module.css')
  expect(findFile('hc-title')).toBe('src/widget/widget.css')
  expect(findFile('hc-dialog-title')).toBe('src/widget/dialogs.css')
  expect(findFile('visually-hidden')).toBeUndefined()
  expect(findFile('num')).toBeUndefined()
})
