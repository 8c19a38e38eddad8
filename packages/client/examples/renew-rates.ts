import type { createHarbor } from '../index.ts'

/** Sets the exchange rates, in units for one unit of the shop's own currency. Rates of currencies that the shop does not have are ignored. */
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
