/** Whoever ships a morning long uses one carrier: the last one stands there already, in this window. */
let last = ''

export const readCarrier = () => last
export function keepCarrier(carrier: string): void {
  last = carrier
}
