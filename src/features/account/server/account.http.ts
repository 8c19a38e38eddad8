import { readViewer } from '#features/adverts/server/adverts.service.ts'
import { handle } from '#server/http.ts'
import { getAccountSummary } from '../account.contract.ts'
import * as account from './account.service.ts'

export const accountHandlers = [
  handle(getAccountSummary, ({ shop, asker, request }) =>
    account.getAccountSummary(shop, asker, { viewer: readViewer(asker, request), hasToken: request.hasToken }),
  ),
]
