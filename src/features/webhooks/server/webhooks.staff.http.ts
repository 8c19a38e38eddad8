import { handleStaff, type StaffHandler } from '#server/http/staff/staff-handler.ts'
import type { Shop } from '#server/shop.ts'
import * as calls from '../webhooks.staff.contract.ts'
import * as deliveries from './deliveries.staff.service.ts'
import * as webhooks from './webhooks.staff.service.ts'

// The state of deliveries changes without an edit, so the state is not part of the version.
const versionOf = ({ url, events, description, is_on }: calls.Webhook) => ({ url, events, description, is_on })
const ofWebhook = {
  resource: ({ shop, input }: { shop: Shop; input: { id: string } }) => webhooks.readWebhook(shop, input.id),
  versionOf,
}
const auditView = ({ secret: _, ...webhook }: calls.NewWebhook) => webhook

export const webhookStaffHandlers: StaffHandler[] = [
  handleStaff(calls.listWebhooks, ({ shop }) => webhooks.readWebhooks(shop)),
  handleStaff(calls.getWebhook, ({ shop, input }) => webhooks.readWebhook(shop, input.id), { versionOf }),
  handleStaff(calls.createWebhook, ({ shop, actor, input }) => webhooks.createEndpoint(shop, actor, input), {
    versionOf,
    auditView,
  }),
  handleStaff(calls.changeWebhook, ({ shop, actor, input }) => webhooks.changeEndpoint(shop, actor, input), ofWebhook),
  handleStaff(calls.removeWebhook, ({ shop, input }) => webhooks.removeEndpoint(shop, input.id), ofWebhook),
  handleStaff(calls.rotateWebhookSecret, ({ shop, input }) => webhooks.rotateSecret(shop, input.id), {
    versionOf,
    auditView,
  }),
  handleStaff(calls.testWebhook, ({ shop, input }) => deliveries.sendTest(shop, input.id)),
  handleStaff(calls.retryFailedDeliveries, ({ shop, input }) => deliveries.retryFailed(shop, input.id)),
  handleStaff(calls.listDeliveries, ({ shop, actor, input }) => deliveries.readDeliveries(shop, actor, input)),
  handleStaff(calls.getDelivery, ({ shop, actor, input }) => deliveries.readDelivery(shop, actor, input.id)),
  handleStaff(calls.retryDelivery, ({ shop, actor, input }) => deliveries.retryDelivery(shop, actor, input.id)),
]
