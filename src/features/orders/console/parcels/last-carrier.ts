/** Name of the carrier that this window used last. Staff usually ship many parcels with the same carrier. */
let last = ''

export const readLastCarrier = () => last
export function storeLastCarrier(carrier: string): void {
  last = carrier
}
