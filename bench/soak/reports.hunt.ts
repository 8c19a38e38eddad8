import { sql } from 'drizzle-orm'
import type { Hunt } from './hunt.ts'

const body = JSON.stringify({
  name: 'coupon_click',
  props: Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`p${at}`, 'x'.repeat(190)])),
})

const hunt: Hunt = {
  promise: 'Reports of pages fill neither the disk nor the memory, from one address or from many',
  hunt: async ({ ask, db, fault, randomAddress, isOver, readMemory }) => {
    const sizeOf = async () => {
      const { rows } = await db.execute<{ size: string }>(
        sql`select pg_total_relation_size('analytics_events') as size`,
      )
      return Number(rows[0]?.size) / 1_000_000
    }
    const before = { size: await sizeOf(), memory: readMemory() }
    for (let round = 0; round < 600 && !isOver(); round++) {
      const report = (at: number) =>
        ask('/ajax-web/event', {
          method: 'POST',
          headers: at % 2 === 0 ? randomAddress('192.0.2.7') : randomAddress(),
          body,
        })
      const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => report(at)))
      for (const { status } of answers) if (status >= 500) fault(`A report answered ${status}`)
    }
    const grown = { size: (await sizeOf()) - before.size, memory: readMemory() - before.memory }
    // The hunt sends 12,000 reports of nearly 2 kB. The shop stores a few hundred of these for each address.
    if (grown.size > 25) fault(`The table grew by ${Math.round(grown.size)} MB`)
    if (grown.memory > 150) fault(`The server grew by ${Math.round(grown.memory)} MB`)
  },
}
export default hunt
