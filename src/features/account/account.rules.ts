/** The returns that still ask something of somebody: what the Returns badge counts. */
export const countedReturnStatuses = [1, 2, 3, 4, 7]

type OrderCount = 'unpaid_order' | 'proccessing_order' | 'shipped_order' | 'received_order'

/** Which shortcut of the account home an order counts for; none for complete, cancelled and closed ones. */
export function orderCountOf(statusId: number): OrderCount | null {
  switch (statusId) {
    case 1:
      return 'unpaid_order'
    case 4:
    case 5:
    case 6:
    case 13:
      return 'proccessing_order'
    case 7:
      return 'shipped_order'
    case 10:
      return 'received_order'
    default:
      return null
  }
}
