import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Database } from '#server/database/database.ts'

/** Whatever customers have lived through in a test, what is kept of them is what counting them anew finds. */
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
 * Whoever counted for two customers in one transaction could wait for somebody who counts for the same two the other way round, and be
 * ended for it. Nothing in the shop does, nor counts money before orders, and no test passes that makes it.
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
  // Counting everything anew is no trigger's work, and locks everybody out first; a new customer's row is nobody else's yet.
  for (const [table, moves] of [
    ['customer_totals', sql`update`],
    ['customer_spending', sql`insert or update`],
  ] as const) {
    await db.execute(sql`create trigger hold_counts_in_order after ${moves} on ${sql.identifier(table)}
      for each row when (pg_trigger_depth() > 0) execute function hold_counts_in_order()`)
  }
}

/** For what happens in an empty shop before it opens: nobody else counts there. */
export async function letCountsMix(db: Database): Promise<void> {
  await db.execute(sql`drop function hold_counts_in_order() cascade`)
}

/** Whatever was refunded, spent and given back in a test: every balance is the sum of its entries, and paid orders were paid in full. */
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
