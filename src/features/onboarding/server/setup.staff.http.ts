import { handleStaff } from '#server/http/staff-handler.ts'
import { getLetter, listLetters, testLetter } from '../letters.staff.contract.ts'
import { getSetup } from '../setup.staff.contract.ts'
import { readLetter, readLetters, sendTest } from './letters.service.ts'
import { readSetup } from './setup.service.ts'

export const setupStaffHandlers = [
  handleStaff(getSetup, ({ shop }) => readSetup(shop)),
  handleStaff(listLetters, ({ shop, asker }) => readLetters(shop, asker)),
  handleStaff(getLetter, ({ shop, input }) => readLetter(shop, input)),
  handleStaff(testLetter, ({ shop, input, asker }) => sendTest(shop, asker, input)),
]
