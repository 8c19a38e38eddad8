import { afterAll, beforeAll, expect, test } from 'vitest'
import { readMigrations } from '#server/database/migrations.ts'
import { readSqlFiles } from '#server/database/sql-files.ts'
import { createTestDatabase } from '#testing/processes/cluster.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const functions = `select p.oid::regprocedure::text as name, pg_get_functiondef(p.oid) as text from pg_proc p
  where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e') order by 1`
const triggers = `select t.tgrelid::regclass || ' ' || t.tgname as name, pg_get_triggerdef(t.oid) as text from pg_trigger t
  where not t.tgisinternal order by 1`

// These tests fail if a migration creates a function, or if a removed function is still in the database.
test('has exactly the functions and triggers of db/functions in a migrated database', async () => {
  const client = await database.pool.connect()
  try {
    const read = async () => [...(await client.query(functions)).rows, ...(await client.query(triggers)).rows]
    const migrated = await read()
    expect(migrated.length).toBeGreaterThan(150)
    await client.query('begin; set local check_function_bodies = off')
    await client.query(`do $$
      declare made record;
      begin
        for made in select tgname, tgrelid::regclass as of_table from pg_trigger where not tgisinternal loop
          execute format('drop trigger %I on %s', made.tgname, made.of_table);
        end loop;
        for made in select p.oid::regprocedure as name from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
          and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e') loop
          execute format('drop function %s', made.name);
        end loop;
      end $$`)
    expect(await read()).toEqual([])
    for (const { text } of readSqlFiles()) await client.query(text)
    expect(await read()).toEqual(migrated)
  } finally {
    await client.query('rollback')
    client.release()
  }
})

test('creates no function or trigger in a migration', async () => {
  const texts = readMigrations().flatMap(({ tag, statements }) => statements.map((text) => `${tag}: ${text}`))
  expect(
    texts.filter((text) => /^\s*create (?:or replace )?(?:function|(?:constraint )?trigger)\b/im.test(text)),
  ).toEqual([])
})
