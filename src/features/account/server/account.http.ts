import { readRequestDevice, readViewer } from '#features/adverts/server/adverts.service.ts'
import { listCredit } from '#features/credit/credit.contract.ts'
import * as credit from '#features/customers/server/customer-credit.service.ts'
import { readVisitorLanguage } from '#features/settings/server/mail-words.service.ts'
import { handle, handleByToken } from '#server/http/http.ts'
import { answerGuestOffer, getAccountSummary } from '../account.contract.ts'
import * as account from './account.service.ts'
import * as offer from './guest-offer.service.ts'

export const accountHandlers = [
  handleByToken(
    getAccountSummary,
    ({ shop, token, request }) =>
      account.getAccountSummary(shop, token, { device: readRequestDevice(request), reader: request }),
    async ({ shop, actor, request }) => {
      const viewer = await readViewer(shop, actor, request)
      return account.getGuestSummary(shop, { viewer, hasToken: request.hasToken })
    },
  ),
  handle(answerGuestOffer, ({ shop, actor, input }) => offer.answerGuestOffer(shop, actor, input.accept)),
  handle(listCredit, async ({ shop, actor, input, request }) =>
    credit.listCredit(shop, actor.customerId, input, await readVisitorLanguage(shop.db, request)),
  ),
]
