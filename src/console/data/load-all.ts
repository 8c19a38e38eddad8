import type * as z from 'zod/mini'
import { type MakeStaffCall, maxListLimit, type StaffCall, type StaffPage } from '#contract/calls/staff-call.ts'

/** 10: more pages than any shop has of such data. The limit stops endless loading. */
const maxPages = 10

/** Returns all items of a short list, such as currencies, reasons or roles. */
export async function loadAll<I extends z.ZodMiniType, O extends z.ZodMiniType>(
  load: MakeStaffCall,
  call: StaffCall<I, O, 'list'>,
  input: object,
): Promise<z.output<O>[]> {
  const all: z.output<O>[] = []
  let after: string | null = null
  for (let page = 0; page < maxPages; page += 1) {
    const { data } = await load(call, { ...input, limit: maxListLimit, ...(after && { after }) } as z.input<I>)
    const { data: rows, next } = data as StaffPage<z.output<O>>
    all.push(...rows)
    if (!next) break
    after = next
  }
  return all
}
