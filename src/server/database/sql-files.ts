import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Client } from 'pg'
import { projectFolder } from '../project-folder.ts'

const functionsFolder = fileURLToPath(new URL('db/functions', projectFolder))

/** A file of functions and triggers. The statements of the file can run any number of times. */
export type SqlFile = { name: string; text: string; hash: string }

export function readSqlFiles(folder = functionsFolder): SqlFile[] {
  if (!existsSync(folder)) return []
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  return names.sort().map((name) => {
    const text = readFileSync(`${folder}/${name}`, 'utf8')
    return { name, text, hash: createHash('sha256').update(text).digest('hex') }
  })
}

/**
 * Runs the files whose text this database has never run. An instance of an older version that starts during an upgrade
 * therefore restores no older text. The caller must hold a transaction.
 */
export async function runSqlFiles(client: Client, files: SqlFile[]): Promise<void> {
  await client.query(
    `create table if not exists drizzle.sql_files
       (name text, hash text, ran_at timestamptz not null default now(), primary key (name, hash))`,
  )
  const { rows } = await client.query<{ hash: string }>('select hash from drizzle.sql_files')
  const known = new Set(rows.map(({ hash }) => hash))
  const changed = files.filter(({ hash }) => !known.has(hash))
  if (changed.length === 0) return
  // Function bodies are not checked, because functions may call functions of later files.
  await client.query('set local check_function_bodies = off')
  for (const { name, text, hash } of changed) {
    await client.query(text)
    await client.query('insert into drizzle.sql_files (name, hash) values ($1, $2) on conflict do nothing', [
      name,
      hash,
    ])
  }
}
