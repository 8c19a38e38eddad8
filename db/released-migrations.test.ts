import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import released from './released-migrations.json' with { type: 'json' }

const folder = new URL('./migrations/', import.meta.url)

async function hashMigrations(): Promise<Record<string, string>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const hashes = names.map(async (name) => {
    const text = await readFile(new URL(name, folder))
    return [name, createHash('sha256').update(text).digest('hex')]
  })
  return Object.fromEntries(await Promise.all(hashes))
}

// A shop that has run a migration never runs it again, so an edit would leave older shops with other tables than new ones.
// A release adds its migrations: `RECORD=true npx vitest run db/released-migrations.test.ts`.
test('the migrations of a release stay as they were released', async () => {
  const hashes = await hashMigrations()
  if (process.env.RECORD === 'true') {
    await writeFile(new URL('./released-migrations.json', import.meta.url), `${JSON.stringify(hashes, null, 2)}\n`)
    return
  }
  expect(hashes).toMatchObject(released)
})
