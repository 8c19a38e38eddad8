import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import released from './released-migrations.json' with { type: 'json' }

type Hashes = Record<string, string>
const folder = new URL('./migrations/', import.meta.url)

async function hashMigrations(): Promise<Hashes> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const hashes = names.map(async (name) => {
    const text = await readFile(new URL(name, folder))
    return [name, createHash('sha256').update(text).digest('hex')]
  })
  return Object.fromEntries(await Promise.all(hashes))
}

/** Adds unreleased migrations to the record. Throws if a released migration was edited or removed. */
function recordRelease(released: Hashes, found: Hashes): Hashes {
  const broken = Object.keys(released).filter((name) => released[name] !== found[name])
  if (broken.length > 0) throw new Error(`Released migrations were edited or removed: ${broken.join(', ')}`)
  return found
}

// A shop never runs a migration twice, so an edited migration would leave older shops with other tables than new shops.
// A release records its migrations: `RECORD=true npx vitest run db/released-migrations.test.ts`.
test('keeps released migrations unchanged', async () => {
  const recorded = recordRelease(released, await hashMigrations())
  expect(recorded).toMatchObject(released)
  if (process.env.RECORD !== 'true') return
  await writeFile(new URL('./released-migrations.json', import.meta.url), `${JSON.stringify(recorded, null, 2)}\n`)
})

test('adds new migrations to the record, and refuses changed or removed ones', () => {
  const before = { '0000_a.sql': 'a', '0001_b.sql': 'b' }
  expect(recordRelease(before, { ...before, '0002_c.sql': 'c' })).toEqual({ ...before, '0002_c.sql': 'c' })
  expect(() => recordRelease(before, { ...before, '0001_b.sql': 'edited' })).toThrow('0001_b.sql')
  expect(() => recordRelease(before, { '0000_a.sql': 'a', '0002_c.sql': 'c' })).toThrow('0001_b.sql')
})
