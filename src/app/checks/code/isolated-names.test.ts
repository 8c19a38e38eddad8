import { glob, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../../../', import.meta.url))

const untranslated = /<(\w+)\b([^<>]*\btranslate="no"[^<>]*)>([\s\S]*?)<\/\1>/g

/** Returns the elements that show an untranslated text without isolating its direction. */
function listBareNames(source: string): string[] {
  return [...source.matchAll(untranslated)].flatMap(([whole, tag, attributes = '', content = '']) => {
    const isIsolated = tag === 'bdi' || /\bdir=/.test(attributes)
    // Literal renders a bdi element, so its content is isolated.
    const bare = content.replace(/<(bdi|Literal)\b[\s\S]*?<\/\1>/g, '').replace(/<[^>]*>/g, '')
    return isIsolated || !/[{\w]/.test(bare) ? [] : [whole.replace(/\s+/g, ' ')]
  })
}

test('isolates every untranslated name, so that punctuation keeps its place in Arabic and Hebrew lines', async () => {
  const found: string[] = []
  for await (const file of glob('src/{web,widget,features/*/web}/**/*.tsx', { cwd: root })) {
    found.push(...listBareNames(await readFile(root + file, 'utf8')).map((element) => `${file}: ${element}`))
  }
  expect(found).toEqual([])
})

test.each([
  ['<span translate="no">{carrier}</span>', 1],
  ['<footer translate="no"><Mark size={28} /><span>{name}</span></footer>', 1],
  ['<footer translate="no"><Mark size={28} /><bdi>{name}</bdi></footer>', 0],
  ['<bdi translate="no">{carrier}</bdi>', 0],
  ['<p dir="auto" translate="no">{comment}</p>', 0],
])('finds the names without isolation in %s: %d', (source, names) => {
  expect(listBareNames(source)).toHaveLength(names)
})
