import { handleStaff, type StaffHandler } from '#server/http/staff-handler.ts'
import { listAudit } from '../audit.staff.contract.ts'
import { getJob } from '../jobs.staff.contract.ts'
import * as requests from '../requests.staff.contract.ts'
import { listViews, removeView, saveView } from '../views.staff.contract.ts'
import { meStaffHandlers } from './people/me.staff.http.ts'
import { membersStaffHandlers } from './people/members.staff.http.ts'
import { signInStaffHandlers } from './sign-in/sign-in.staff.http.ts'
import { readAudit } from './work/audit.service.ts'
import { readJob } from './work/staff-jobs.service.ts'
import { readRequests, refuseRequest, tellRequest } from './work/staff-requests.service.ts'
import { forgetView, keepView, readViews } from './work/staff-views.service.ts'

export const staffHandlers: StaffHandler[] = [
  ...signInStaffHandlers,
  ...meStaffHandlers,
  ...membersStaffHandlers,
  handleStaff(listAudit, ({ shop, input }) => readAudit(shop, input)),
  handleStaff(getJob, ({ shop, input, asker }) => readJob(shop, input.id, asker)),
  handleStaff(requests.listRequests, ({ shop, input, asker }) => readRequests(shop, asker, input)),
  handleStaff(requests.refuseRequest, ({ shop, input, asker }) => refuseRequest(shop, asker, input.id), {
    told: tellRequest,
  }),
  handleStaff(listViews, ({ shop, input, asker }) => readViews(shop, asker, input)),
  handleStaff(saveView, ({ shop, input, asker }) => keepView(shop, asker, input)),
  handleStaff(removeView, ({ shop, input, asker }) => forgetView(shop, asker, input.id)),
]
