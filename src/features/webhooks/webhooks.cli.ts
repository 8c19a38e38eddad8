import { defineCommand, type StaffCommands, UsageError } from '#server/cli/command.ts'
import { printFacts, printTable } from '#server/cli/print.ts'
import { webhookEventTypes } from './webhooks.rules.ts'
import {
  changeWebhook,
  createWebhook,
  listDeliveries,
  listWebhooks,
  removeWebhook,
  retryFailedDeliveries,
  rotateWebhookSecret,
  testWebhook,
} from './webhooks.staff.contract.ts'

const list = defineCommand({
  verb: 'webhooks',
  usage: '',
  about: 'lists the webhooks and their events',
  async run(shop) {
    const { data } = await shop.call(listWebhooks, {})
    if (data.data.length === 0) return 'No webhooks.'
    return printTable(
      ['Id', 'URL', 'Events', 'State', 'Last 24 h', 'Failed'],
      data.data.map(({ id, url, events, state, recent, failed }) => [
        id,
        url,
        events.join(' '),
        state,
        String(recent),
        String(failed),
      ]),
    )
  },
})

const parseId = (word: string | undefined) => {
  if (!word) throw new UsageError('Enter the id of the webhook. To list the ids, run: webhooks')
  return word
}

const add = defineCommand({
  verb: 'add-webhook',
  usage: '<url> --events <a,b>',
  about: 'creates a webhook; its secret is shown only once',
  options: { events: { type: 'string' } },
  async run(shop, { rest, options }) {
    const events = (options.events ?? '').split(',').filter(Boolean)
    if (!rest[0] || events.length === 0) {
      throw new UsageError(
        `Enter a URL and --events, which can contain ${webhookEventTypes.join(', ')}. All events of a kind: order.*`,
      )
    }
    const { data } = await shop.call(createWebhook, { url: rest[0], events })
    return printFacts([
      ['Id', data.id],
      ['Events', data.events.join(' ')],
      ['Secret', data.secret],
    ])
  },
})

const turn = (verb: 'webhook-on' | 'webhook-off') =>
  defineCommand({
    verb,
    usage: '<id>',
    async run(shop, { rest }) {
      const { data } = await shop.call(changeWebhook, { id: parseId(rest[0]), is_on: verb === 'webhook-on' })
      return `${data.url} is ${data.is_on ? 'on' : 'off'}.`
    },
  })

const rotate = defineCommand({
  verb: 'rotate-webhook',
  usage: '<id>',
  about: 'creates a new secret; the previous secret stays valid for a day',
  async run(shop, { rest }) {
    const { data } = await shop.call(rotateWebhookSecret, { id: parseId(rest[0]) })
    return printFacts([
      ['Secret', data.secret],
      ['Previous', `valid until ${data.previous_secret_until}`],
    ])
  },
})

const sendTest = defineCommand({
  verb: 'test-webhook',
  usage: '<id>',
  async run(shop, { rest }) {
    const { data } = await shop.call(testWebhook, { id: parseId(rest[0]) })
    return `The event ${data.event_id} is queued. To see the response, run: deliveries`
  },
})

const deliveries = defineCommand({
  verb: 'deliveries',
  usage: '[<webhook id>]',
  about: 'lists the latest 50 deliveries with their responses',
  async run(shop, { rest }) {
    const { data } = await shop.call(listDeliveries, rest[0] ? { webhook_id: rest[0] } : {})
    if (data.data.length === 0) return 'No deliveries.'
    return printTable(
      ['Id', 'Time', 'Event', 'Subject', 'State', 'Response', 'Tries'],
      data.data.map(({ id, at, type, subject, state, status, failure, tries }) => [
        id,
        at,
        type,
        subject,
        state,
        status === null ? (failure ?? '') : String(status),
        String(tries),
      ]),
    )
  },
})

const retry = defineCommand({
  verb: 'retry-webhook',
  usage: '<id>',
  about: 'sends all failed and parked deliveries again',
  async run(shop, { rest }) {
    const { data } = await shop.call(retryFailedDeliveries, { id: parseId(rest[0]) })
    return `Deliveries sent again: ${data.retried}.`
  },
})

const remove = defineCommand({
  verb: 'remove-webhook',
  usage: '<id>',
  async run(shop, { rest }) {
    await shop.call(removeWebhook, { id: parseId(rest[0]) })
    return 'The webhook was deleted.'
  },
})

export const webhookCommands: StaffCommands = {
  heading: 'Webhooks',
  list,
  commands: [add, sendTest, deliveries, retry, rotate, turn('webhook-on'), turn('webhook-off'), remove],
}
