import type { Database } from '#server/database.ts'
import type { VisitorRequest } from '#server/request.ts'
import type { Shop } from '#server/shop.ts'

/** Who must know what happened here. Filled by `app/told.ts`, because they stand above; told one after the other. */
export type SignInTold = {
  /** An address was proved for the first time: what anybody put into the account before goes, in the same transaction. */
  addressProved: ((tx: Database, customerId: string) => Promise<void>)[]
  /** The owner of a proved address is signed in here: what this browser kept for a guest is theirs. */
  ownerCame: ((shop: Shop, request: VisitorRequest, customerId: string) => Promise<void>)[]
}
