import type { StaffParsed } from '#contract/calls/staff-call.ts'
import type { exportAuditLog } from '#features/imports/exports.staff.contract.ts'
import { readHomeCurrency } from '#features/settings/server/settings.service.ts'
import { readAudit } from '#features/staff/server/work/audit.service.ts'
import type { Shop } from '#server/shop.ts'
import { streamText, writeCsvLines, writeCsvPieces } from '../files/write-csv.ts'

const pageSize = 200
/** 20,000: more lines than anyone reads in a spreadsheet. Longer periods can be split by days. */
const maxExported = 20_000
const columns = ['at', 'actor_kind', 'actor', 'sentence', 'call', 'about', 'before', 'after', 'ip']

/** Streams the audit log page by page, at the speed at which the client reads. */
export function streamAuditLog(shop: Shop, input: StaffParsed<typeof exportAuditLog>): ReadableStream<Uint8Array> {
  async function* write(): AsyncGenerator<string> {
    yield writeCsvLines([columns])
    const currency = await readHomeCurrency(shop.db)
    let after: string | null = null
    for (let rowsRead = 0; rowsRead < maxExported; rowsRead += pageSize) {
      const { data, next } = await readAudit(shop, { ...input, limit: pageSize, ...(after && { after }) })
      const lines = data.map((row) => {
        const { at, actor, call, about, before, after: then, ip } = row
        const values = [JSON.stringify(before), JSON.stringify(then)]
        return [at, actor.kind, actor.name, shop.hooks.formatAudited(row, currency), call, about, ...values, ip]
      })
      yield* writeCsvPieces(lines)
      if (!next) return
      after = next
    }
  }
  return streamText(write())
}
