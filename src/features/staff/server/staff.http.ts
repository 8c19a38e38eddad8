import { handleStaff, type StaffHandler } from '#server/staff-http.ts'
import { listAudit } from '../audit.staff.contract.ts'
import { readAudit } from './audit.service.ts'

export const staffHandlers: StaffHandler[] = [handleStaff(listAudit, ({ shop, input }) => readAudit(shop, input))]
