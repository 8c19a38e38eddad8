import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Database } from '#server/database/database.ts'

/** Expects that the stored totals of customers equal a fresh count, after any changes by a test. */
export async function checkTotals(db: Database): Promise<void> {
  const read = async () => {
    const totals = sql`select customer_id, orders, returns, delivered_items, returned_items from customer_totals order by 1`
    const spending = sql`select customer_id, currency, amount, orders from customer_spending where orders <> 0 or amount <> 0 order by 1, 2`
    return [(await db.execute(totals)).rows, (await db.execute(spending)).rows]
  }
  const kept = await read()
  await db.execute(sql`select rebuild_customer_totals()`)
  expect(kept).toEqual(await read())
}

/**
 * Adds a check that fails a transaction that updates the totals of two customers, or amounts of money before numbers of
 * orders. Two such transactions in opposite order would deadlock. The shop never runs such a transaction.
 */
export async function holdCountsInOrder(db: Database): Promise<void> {
  await db.execute(sql`
    create function hold_counts_in_order() returns trigger language plpgsql as $$
    declare
      -- Who was counted for in this transaction, and what.
      counted text[] := string_to_array(current_setting('test.counted', true), ' ');
    begin
      if counted[1] <> new.customer_id then raise exception 'one transaction counts for two customers'; end if;
      if tg_table_name = 'customer_totals' and counted[2:] = '{customer_spending}' then
        raise exception 'one transaction counts money first, and then orders or items';
      end if;
      if not tg_table_name = any(coalesce(counted, '{}')) then
        perform set_config('test.counted', array_to_string(coalesce(nullif(counted, '{}'), array[new.customer_id]) || tg_table_name, ' '), true);
      end if;
      return null;
    end $$`)
  // The check covers only changes by triggers, because a full recount first locks out all others. A new customer's row
  // is not yet visible to others.
  for (const [table, moves] of [
    ['customer_totals', sql`update`],
    ['customer_spending', sql`insert or update`],
  ] as const) {
    await db.execute(sql`create trigger hold_counts_in_order after ${moves} on ${sql.identifier(table)}
      for each row when (pg_trigger_depth() > 0) execute function hold_counts_in_order()`)
  }
}

/** Removes the check, for work in an empty shop before it opens. No other transaction updates totals there. */
export async function desynchronizeCounts(db: Database): Promise<void> {
  await db.execute(sql`drop function hold_counts_in_order() cascade`)
}

/** Expects that every credit balance is the sum of its entries, and that paid orders were paid in full. */
export async function checkCredit(db: Database): Promise<void> {
  const wrong = await db.execute(sql`
    select customer_id, balance_amount, (select sum(amount) from credit_entries e where e.customer_id = b.customer_id) as entries
    from credit_balances b
    where balance_amount <> (select coalesce(sum(amount), 0) from credit_entries e where e.customer_id = b.customer_id)`)
  expect(wrong.rows).toEqual([])
  const unfunded = await db.execute(sql`
    select id, credit_amount from orders o where credit_amount > 0 and (
      not exists (select from credit_entries e where e.order_id = o.id and e.kind = 'spent')
      or (paid_at is not null) <> exists (select from payments p where p.order_id = o.id and p.provider = 'credit' and p.amount = o.credit_amount)
      or (paid_at is null and status_id = 8) <> exists (select from credit_entries e where e.order_id = o.id and e.kind = 'given_back'))`)
  expect(unfunded.rows).toEqual([])
}
