import type { StaffParsed } from '#contract/calls/staff-call.ts'
import type { exportOrderList } from '#features/imports/exports.staff.contract.ts'
import { listOrders } from '#features/orders/server/queries/orders.staff.service.ts'
import type { Shop } from '#server/shop.ts'
import { streamText, writeCsvLines, writeCsvPieces } from '../files/write-csv.ts'
import { listOrderLines, orderColumns, readOrderRecords } from '../kinds/order-records.ts'

type ParsedInput = StaffParsed<typeof exportOrderList>

const pageSize = 200
/** 50,000: more lines than anyone reads in a spreadsheet. Longer lists can be split by days. */
export const maxListed = 50_000

/** Streams the orders of a filtered and sorted list page by page, at the speed at which the client reads. */
export function streamOrderList(
  shop: Pick<Shop, 'db' | 'clock' | 'hooks'>,
  input: ParsedInput,
): ReadableStream<Uint8Array> {
  async function* write(): AsyncGenerator<string> {
    yield writeCsvLines([orderColumns])
    let after: string | null = null
    for (let rowsRead = 0; rowsRead < maxListed; rowsRead += pageSize) {
      const { data, next } = await listOrders(shop, { ...input, limit: pageSize, ...(after && { after }) })
      const records = await readOrderRecords(
        shop.db,
        data.map(({ id }) => id),
      )
      const lines = records.flatMap(listOrderLines)
      yield* writeCsvPieces(lines.map((line) => orderColumns.map((name) => line[name] ?? '')))
      if (!next) return
      after = next
    }
  }
  return streamText(write())
}
