import { showToast } from '#console/ui/overlays/toast-store.ts'
import { staffApiRoot, staffHeader } from '#contract/calls/staff-call.ts'
import { getPackingSlip, maxSlips, printPackingSlips } from '#features/orders/parcels.staff.contract.ts'

/** Returns the address of an order's packing slip, one page for each parcel. */
export const slipLink = (number: string) =>
  staffApiRoot + getPackingSlip.path.replace(':no', encodeURIComponent(number))

/**
 * Opens the slips of many orders as one file for printing. The window must open before the request, because browsers
 * block windows that open later.
 */
export async function printSlips(numbers: string[]): Promise<void> {
  if (numbers.length > maxSlips) return showToast(`Select at most ${maxSlips} orders to print slips`)
  const page = window.open('', '_blank')
  const response = await fetch(staffApiRoot + printPackingSlips.path, {
    method: printPackingSlips.method,
    headers: { 'content-type': 'application/json', [staffHeader]: '1' },
    body: JSON.stringify({ numbers }),
  }).catch(() => null)
  if (!response?.ok) {
    page?.close()
    return showToast('The packing slips could not be created. Please try again.')
  }
  const address = URL.createObjectURL(await response.blob())
  if (page) page.location.href = address
  else window.location.href = address
}
