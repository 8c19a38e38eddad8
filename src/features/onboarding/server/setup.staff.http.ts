import { handleStaff } from '#server/http/staff/staff-handler.ts'
import { getLetter, listLetters, testLetter } from '../mails.staff.contract.ts'
import { getSetup } from '../setup.staff.contract.ts'
import { readMail, readMails, sendTest } from './mails.service.ts'
import { readSetup } from './setup.service.ts'

export const setupStaffHandlers = [
  handleStaff(getSetup, ({ shop }) => readSetup(shop)),
  handleStaff(listLetters, ({ shop, actor }) => readMails(shop, actor)),
  handleStaff(getLetter, ({ shop, input }) => readMail(shop, input)),
  handleStaff(testLetter, ({ shop, input, actor }) => sendTest(shop, actor, input)),
]
