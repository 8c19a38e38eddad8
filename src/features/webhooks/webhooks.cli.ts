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
  about: 'webhooks and their events',
  async run(shop) {
    const { data } = await shop.call(listWebhooks, {})
    if (data.data.length === 0) return 'No webhooks.'
    return printTable(
      ['Id', 'Goes to', 'On', 'State', '24 h', 'Failed'],
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
  if (!word) throw new UsageError('Say which webhook, by the id that webhooks shows.')
  return word
}

const add = defineCommand({
  verb: 'add-webhook',
  usage: '<url> --events <a,b>',
  about: 'its secret is shown this once',
  options: { events: { type: 'string' } },
  async run(shop, { rest, options }) {
    const events = (options.events ?? '').split(',').filter(Boolean)
    if (!rest[0] || events.length === 0) {
      throw new UsageError(
        `Say an address and --events out of ${webhookEventTypes.join(', ')}, or all of a kind: order.*`,
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
  about: 'a new secret; the old one is good for a day',
  async run(shop, { rest }) {
    const { data } = await shop.call(rotateWebhookSecret, { id: parseId(rest[0]) })
    return printFacts([
      ['Secret', data.secret],
      ['Before it', `good until ${data.previous_secret_until}`],
    ])
  },
})

const sendTest = defineCommand({
  verb: 'test-webhook',
  usage: '<id>',
  async run(shop, { rest }) {
    const { data } = await shop.call(testWebhook, { id: parseId(rest[0]) })
    return `${data.event_id} is on its way; deliveries shows its answer.`
  },
})

const deliveries = defineCommand({
  verb: 'deliveries',
  usage: '[<webhook id>]',
  about: 'the latest fifty, with their answers',
  async run(shop, { rest }) {
    const { data } = await shop.call(listDeliveries, rest[0] ? { webhook_id: rest[0] } : {})
    if (data.data.length === 0) return 'Nothing was sent yet.'
    return printTable(
      ['Id', 'When', 'Event', 'About', 'State', 'Answer', 'Tries'],
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
  about: 'everything that did not arrive',
  async run(shop, { rest }) {
    const { data } = await shop.call(retryFailedDeliveries, { id: parseId(rest[0]) })
    return `${data.retried} are sent again.`
  },
})

const remove = defineCommand({
  verb: 'remove-webhook',
  usage: '<id>',
  async run(shop, { rest }) {
    await shop.call(removeWebhook, { id: parseId(rest[0]) })
    return 'The webhook is removed.'
  },
})

export const webhookCommands: StaffCommands = {
  heading: 'Webhooks',
  list,
  commands: [add, sendTest, deliveries, retry, rotate, turn('webhook-on'), turn('webhook-off'), remove],
}
