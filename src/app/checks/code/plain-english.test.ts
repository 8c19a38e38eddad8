import { glob, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { findMessages } from '#testing/checks/find-messages.ts'
import { findFaults, type Prose, readComments, readPage, readTitles } from './plain-english.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))

/** Returns whether a file defines the retired words or tests them. */
const isOfTheseChecks = (file: string) => file.includes('checks/code/plain-english')

async function readAll(patterns: string, read: (file: string, source: string) => Prose[]): Promise<Prose[]> {
  const found: Prose[] = []
  for await (const file of glob(patterns, { cwd: root, exclude: (name) => name.includes('node_modules') })) {
    if (!isOfTheseChecks(file)) found.push(...read(file, await readFile(root + file, 'utf8')))
  }
  return found
}

const code = '{*.ts,{src,e2e,db,bench,bin,packages}/**/*.{ts,tsx,mjs,css}}'

test('comments name their subject and use no retired word', async () => {
  const comments = await readAll(`{${code},db/functions/*.sql}`, readComments)
  expect(comments.length).toBeGreaterThan(5_000)
  expect(comments.flatMap((comment) => findFaults(comment))).toEqual([])
})

test('titles of tests name their subject and use no retired word', async () => {
  const titles = await readAll('{src,e2e,db,bench}/**/*.{test,spec}.{ts,tsx}', readTitles)
  expect(titles.length).toBeGreaterThan(2_000)
  expect(titles.flatMap((title) => findFaults(title))).toEqual([])
})

test('pages of the documentation have sentences of at most 35 words', async () => {
  const prose = await readAll('{*.md,{docs,packages}/**/*.md}', readPage)
  expect(prose.length).toBeGreaterThan(500)
  expect(prose.flatMap((piece) => findFaults(piece, { mostWords: 35 }))).toEqual([])
})

/** Questions of the reference data, whose texts have no question mark. */
const questions = ['What does delivery cost']

test('messages of the shop name their subject and use no retired word', async () => {
  const messages = [...(await findMessages())]
    .filter((text) => !questions.includes(text))
    .map((text) => ({ place: 'message', text }))
  expect(messages.flatMap((message) => findFaults(message))).toEqual([])
})

test.each([
  ['a comment', '// Returns the actor.\nconst a = 1', ['Returns the actor.']],
  ['a comment of two lines', '  // Returns\n  // the actor.\ncall()', ['Returns the actor.']],
  ['a doc comment', '/** Returns the actor. */', ['Returns the actor.']],
  ['a block', '/**\n * Returns the actor.\n * Throws otherwise.\n */', ['Returns the actor. Throws otherwise.']],
  ['a directive', '// biome-ignore lint/x: reason', []],
])('reads the text of %s', (_, source, texts) => {
  expect(readComments('a.ts', source).map(({ text }) => text)).toEqual(texts)
})

test('reads test titles with and without tables of cases', () => {
  const source = `test('one', () => {})\ntest.each([[1], [(2)]])('two %s', () => {})\ndescribe(\`three\`, run)`
  expect(readTitles('a.test.ts', source).map(({ text }) => text)).toEqual(['one', 'two %s', 'three'])
})

test.each([
  ['Whoever asks is told.', 2],
  ['The actor is told. What it has is shown.', 1],
  ['What is an order?', 0],
  ['Nobody may write.', 1],
  ['The query reckons the total.', 1],
  ['The actor reads the order.', 0],
])('finds the faults in %j: %d', (text, count) => {
  expect(findFaults({ place: 'here', text })).toHaveLength(count)
})

test('counts the words of a sentence, not of a paragraph', () => {
  expect(findFaults({ place: 'here', text: 'One two. Three four.' }, { mostWords: 2 })).toEqual([])
  expect(findFaults({ place: 'here', text: 'One two three.' }, { mostWords: 2 })).toHaveLength(1)
})
