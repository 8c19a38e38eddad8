import { handleStaff, type StaffHandler } from '#server/staff-http.ts'
import { listAudit } from '../audit.staff.contract.ts'
import { getJob } from '../jobs.staff.contract.ts'
import { readAudit } from './audit.service.ts'
import { meStaffHandlers } from './me.staff.http.ts'
import { membersStaffHandlers } from './members.staff.http.ts'
import { signInStaffHandlers } from './sign-in.staff.http.ts'
import { readJob } from './staff-jobs.service.ts'

export const staffHandlers: StaffHandler[] = [
  ...signInStaffHandlers,
  ...meStaffHandlers,
  ...membersStaffHandlers,
  handleStaff(listAudit, ({ shop, input }) => readAudit(shop, input)),
  handleStaff(getJob, ({ shop, input, asker }) => readJob(shop, input.id, asker)),
]
