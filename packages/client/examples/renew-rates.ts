import type { createHarbor } from '../index.ts'

/** Puts today's rates, units for one US dollar, in the place of yesterday's; currencies that the shop does not have are left out. */
export async function renewRates(harbor: ReturnType<typeof createHarbor>, rates: Record<string, number>) {
  const renewed: string[] = []
  for await (const { code } of harbor.all('listStaffCurrencies', { limit: 200 })) {
    const rate = rates[code]
    if (rate === undefined) continue
    const { data } = await harbor.call('editCurrency', { code, rate }, { ifMatch: '*' })
    renewed.push(`${data.code} ${data.rate} as of ${data.rate_as_of}`)
  }
  return renewed
}
