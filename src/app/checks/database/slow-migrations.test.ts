import { expect, test } from 'vitest'
import { growth } from '#app/growth.ts'
import { type Migration, readMigrations } from '#server/database/migrations.ts'

const largeTables = Object.keys(growth).filter((name) => {
  const one = growth[name]
  return one?.by === 'visitors' || one?.growsWithOrders
})

const table = `(?:"?public"?\\.)?"?(?:${largeTables.join('|')})"?`
const index = new RegExp(`create (?:unique )?index (?!concurrently if not exists).*? on (?:only )?${table}[ (]`, 'i')
const backfill = new RegExp(`^(?:with .*)?(?:update|delete from) ${table} `, 'i')
const change = new RegExp(`^alter table (?:if exists )?(?:only )?${table} (.*)$`, 'i')
/** Matches a constraint that an `alter table` adds, up to the next action of the statement. */
const constraint =
  /\badd (?:constraint \S+ )?(?:foreign key|check)\b.*?(?=, ?(?:add|alter|drop|validate) (?:column|constraint|foreign|check|")|;|$)/gi

/**
 * Returns advice for each statement that would block shoppers in a shop with many orders. A table of the same migration is
 * still empty.
 */
function findSlow({
  statements,
  isOutsideTransaction,
}: Pick<Migration, 'statements' | 'isOutsideTransaction'>): string[] {
  const created = new Set(statements.flatMap((statement) => /^\s*create table "(\w+)"/i.exec(statement)?.[1] ?? []))
  const isForNewTable = (bare: string) => created.has(/ (?:on|alter table) "(\w+)"/i.exec(` ${bare}`)?.[1] ?? '')
  return statements.flatMap((statement) => {
    const bare = statement
      .replace(/^--.*$/gm, '')
      .replace(/\s+/g, ' ')
      .trim()
    if (isForNewTable(bare)) return []
    const actions = change.exec(bare)?.[1] ?? ''
    const isBatched = /^-- harbor: repeat until no row changes\n[\s\S]*\blimit \d+/i.test(statement)
    return [
      index.test(bare) && 'write "create index concurrently if not exists"',
      /\bconcurrently\b/i.test(bare) &&
        !isOutsideTransaction &&
        'begin the file with "-- harbor: outside of a transaction"',
      backfill.test(bare) &&
        !(isBatched && isOutsideTransaction) &&
        'write "-- harbor: repeat until no row changes" above it, with a limit, in a migration outside of a transaction',
      (actions.match(constraint) ?? []).some((one) => !/\bnot valid\b/i.test(one)) &&
        'add the constraint "not valid" and validate it in a statement of its own',
      /\bvalidate constraint\b/i.test(actions) && !isOutsideTransaction && 'validate outside of a transaction',
    ].filter((advice) => advice !== false)
  })
}

// The baseline is skipped, because it runs in an empty database.
test.each(readMigrations().slice(1))(
  'blocks no shopper in a shop with many orders during the migration $tag',
  (migration) => {
    expect(findSlow(migration), 'docs/recipes.md, A migration of a large table').toEqual([])
  },
)

test('counts tables that grow with visitors, orders and messages as large', () => {
  expect(largeTables).toEqual(expect.arrayContaining(['orders', 'packages', 'ticket_answers', 'webhook_events']))
  expect(largeTables).not.toContain('settings')
  expect(largeTables.length).toBeGreaterThan(60)
})

const foreignKey = 'FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade'
test.each([
  ['CREATE INDEX "a" ON "orders" USING btree ("email")', 'create index concurrently'],
  ['CREATE UNIQUE INDEX "a" ON "public"."ticket_answers" ("id")', 'create index concurrently'],
  ['CREATE INDEX CONCURRENTLY IF NOT EXISTS "a" ON "orders" ("email")', 'outside of a transaction'],
  ['update orders set email = lower(email)', 'repeat until no row changes'],
  [`ALTER TABLE "refunds" ADD CONSTRAINT "a" ${foreignKey}`, 'not valid'],
  [`ALTER TABLE "public"."refunds" ADD ${foreignKey}`, 'not valid'],
  ['ALTER TABLE "orders" ADD CONSTRAINT "a" CHECK (length(email) > 3)', 'not valid'],
  [
    `ALTER TABLE "refunds" ADD CONSTRAINT "a" ${foreignKey}, ADD CONSTRAINT "b" CHECK (amount > 0) NOT VALID`,
    'not valid',
  ],
  ['ALTER TABLE "refunds" VALIDATE CONSTRAINT "a"', 'validate outside'],
])('finds %s', (statement, advice) => {
  expect(findSlow({ statements: [statement], isOutsideTransaction: false })).toEqual([expect.stringContaining(advice)])
})

test.each([
  'CREATE INDEX "a" ON "settings" ("value")',
  'CREATE TABLE "b" ("id" text, CONSTRAINT "c" CHECK (length(id) > 3))',
  'ALTER TABLE "orders" ADD COLUMN "note" text',
  'ALTER TABLE "settings" ADD CONSTRAINT "a" CHECK (length(value) > 3)',
  `CREATE TABLE "tickets" ("id" text);--> statement-breakpoint
CREATE INDEX "a" ON "tickets" ("id")`,
  `ALTER TABLE "refunds" DROP CONSTRAINT IF EXISTS "a", ADD CONSTRAINT "a" ${foreignKey} NOT VALID`,
  `ALTER TABLE "refunds" ADD CONSTRAINT "a" ${foreignKey} NOT VALID, ADD CONSTRAINT "b" CHECK (amount in (1, 2)) NOT VALID`,
])('accepts %s', (text) => {
  const statements = text.split(';--> statement-breakpoint\n')
  expect(findSlow({ statements, isOutsideTransaction: false })).toEqual([])
})
