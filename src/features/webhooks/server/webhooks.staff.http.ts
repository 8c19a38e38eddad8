import { handleStaff, type StaffHandler } from '#server/http/staff-handler.ts'
import type { Shop } from '#server/shop.ts'
import * as calls from '../webhooks.staff.contract.ts'
import * as deliveries from './deliveries.staff.service.ts'
import * as webhooks from './webhooks.staff.service.ts'

// The state of deliveries changes by itself, so it is no part of the version.
const versionOf = ({ url, events, description, is_on }: calls.Webhook) => ({ url, events, description, is_on })
const ofWebhook = {
  thing: ({ shop, input }: { shop: Shop; input: { id: string } }) => webhooks.readWebhook(shop, input.id),
  versionOf,
}
const told = ({ secret: _, ...webhook }: calls.NewWebhook) => webhook

export const webhookStaffHandlers: StaffHandler[] = [
  handleStaff(calls.listWebhooks, ({ shop }) => webhooks.readWebhooks(shop)),
  handleStaff(calls.getWebhook, ({ shop, input }) => webhooks.readWebhook(shop, input.id), { versionOf }),
  handleStaff(calls.createWebhook, ({ shop, asker, input }) => webhooks.createEndpoint(shop, asker, input), {
    versionOf,
    told,
  }),
  handleStaff(calls.changeWebhook, ({ shop, asker, input }) => webhooks.changeEndpoint(shop, asker, input), ofWebhook),
  handleStaff(calls.removeWebhook, ({ shop, input }) => webhooks.removeEndpoint(shop, input.id), ofWebhook),
  handleStaff(calls.rotateWebhookSecret, ({ shop, input }) => webhooks.rotateSecret(shop, input.id), {
    versionOf,
    told,
  }),
  handleStaff(calls.testWebhook, ({ shop, input }) => deliveries.sendTest(shop, input.id)),
  handleStaff(calls.retryFailedDeliveries, ({ shop, input }) => deliveries.retryFailed(shop, input.id)),
  handleStaff(calls.listDeliveries, ({ shop, asker, input }) => deliveries.readDeliveries(shop, asker, input)),
  handleStaff(calls.getDelivery, ({ shop, asker, input }) => deliveries.readDelivery(shop, asker, input.id)),
  handleStaff(calls.retryDelivery, ({ shop, asker, input }) => deliveries.retryDelivery(shop, asker, input.id)),
]
