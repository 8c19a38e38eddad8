import { handleStaff } from '#server/staff-http.ts'
import { getSetup } from '../setup.staff.contract.ts'
import { readSetup } from './setup.service.ts'

export const setupStaffHandlers = [handleStaff(getSetup, ({ shop }) => readSetup(shop))]
