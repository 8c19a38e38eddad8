import { settings } from '#features/settings/server/settings.tables.ts'
import { handleStaff } from '#server/http/staff/staff-handler.ts'
import { lockForWriting } from '#server/http/staff/staff-resources.ts'
import { getLetter, listLetters, testLetter } from '../mails.staff.contract.ts'
import { getSetup, saveTaxSetup as saveTaxSetupCall } from '../setup.staff.contract.ts'
import { readMail, readMails, sendTest } from './mails.service.ts'
import { readSetup } from './setup.service.ts'
import { readTaxSetup, saveTaxSetup } from './tax-setup.service.ts'

export const setupStaffHandlers = [
  handleStaff(getSetup, ({ shop }) => readSetup(shop)),
  handleStaff(saveTaxSetupCall, ({ shop, input }) => saveTaxSetup(shop, input), {
    resource: async ({ shop }) => {
      await lockForWriting(shop.db, settings)
      return readTaxSetup(shop)
    },
  }),
  handleStaff(listLetters, ({ shop, actor }) => readMails(shop, actor)),
  handleStaff(getLetter, ({ shop, input }) => readMail(shop, input)),
  handleStaff(testLetter, ({ shop, input, actor }) => sendTest(shop, actor, input)),
]
