import { handleStaff, type StaffHandler } from '#server/http/staff/staff-handler.ts'
import { listAudit } from '../audit.staff.contract.ts'
import { getJob } from '../jobs.staff.contract.ts'
import * as requests from '../requests.staff.contract.ts'
import { listViews, removeView, saveView } from '../views.staff.contract.ts'
import { meStaffHandlers } from './people/me.staff.http.ts'
import { membersStaffHandlers } from './people/members.staff.http.ts'
import { signInStaffHandlers } from './sign-in/sign-in.staff.http.ts'
import { readAudit } from './work/audit.service.ts'
import { readJob } from './work/staff-jobs.service.ts'
import { readRequests, refuseRequest, toRequestAuditView } from './work/staff-requests.service.ts'
import { deleteView, readViews, storeView } from './work/staff-views.service.ts'

export const staffHandlers: StaffHandler[] = [
  ...signInStaffHandlers,
  ...meStaffHandlers,
  ...membersStaffHandlers,
  handleStaff(listAudit, ({ shop, input }) => readAudit(shop, input)),
  handleStaff(getJob, ({ shop, input, actor }) => readJob(shop, input.id, actor)),
  handleStaff(requests.listRequests, ({ shop, input, actor }) => readRequests(shop, actor, input)),
  handleStaff(requests.refuseRequest, ({ shop, input, actor }) => refuseRequest(shop, actor, input.id), {
    auditView: toRequestAuditView,
  }),
  handleStaff(listViews, ({ shop, input, actor }) => readViews(shop, actor, input)),
  handleStaff(saveView, ({ shop, input, actor }) => storeView(shop, actor, input)),
  handleStaff(removeView, ({ shop, input, actor }) => deleteView(shop, actor, input.id)),
]
