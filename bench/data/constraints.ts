import type { Client } from 'pg'

type Part = { kind: 'key' | 'index' | 'reference'; table: string; name: string; definition: string }

/**
 * Drops the indexes, keys and foreign keys of some tables, and their triggers for documents and totals. Restores all of
 * these after the work. PostgreSQL then checks the constraints once for all rows instead of row by row.
 */
export async function withoutIndexes(client: Client, tables: string[], work: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<Part>(
    `select case contype when 'f' then 'reference' else 'key' end as kind, conrelid::regclass::text as table,
       quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint
     where (conrelid = any($1::regclass[]) and contype in ('p', 'u', 'f'))
       or (confrelid = any($1::regclass[]) and contype = 'f')
     union all
     select 'index', indrelid::regclass::text, indexrelid::regclass::text, pg_get_indexdef(indexrelid)
     from pg_index i
     where indrelid = any($1::regclass[])
       and not exists (select from pg_constraint c where c.conindid = i.indexrelid and c.contype in ('p', 'u', 'x'))`,
    [tables],
  )
  const of = (kind: Part['kind']) => rows.filter((part) => part.kind === kind)
  const { rows: keeping } = await client.query<{ table: string; name: string }>(
    `select tgrelid::regclass::text as table, tgname as name from pg_trigger
     where tgname ~ '^keep_(order_document|customer_totals)' and tgrelid = any($1::regclass[])`,
    [tables],
  )
  for (const { table, name } of keeping) await client.query(`alter table ${table} disable trigger ${name}`)
  for (const { table, name } of of('reference')) await client.query(`alter table ${table} drop constraint ${name}`)
  for (const { name } of of('index')) await client.query(`drop index ${name}`)
  for (const { table, name } of of('key')) await client.query(`alter table ${table} drop constraint ${name}`)
  await work()
  for (const { table, name, definition } of of('key')) {
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
  }
  for (const { definition } of of('index')) await client.query(definition)
  for (const { table, name, definition } of of('reference')) {
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
  }
  for (const { table, name } of keeping) await client.query(`alter table ${table} enable trigger ${name}`)
}
