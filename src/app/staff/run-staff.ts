import { CallRefused } from '#contract/call.ts'
import type { Shop } from '#server/shop.ts'
import {
  answer,
  close,
  give,
  importOrders,
  listChats,
  listCoupons,
  listTickets,
  readChatLines,
  showTicket,
} from './desk.ts'
import { refundCancelled } from './order-refunds.ts'
import { findOrder, isOrderVerb, listOrders, runOrderCommand, tellOrder } from './orders.ts'
import { cleanLines } from './print.ts'
import { isReturnVerb, listReturns, runReturnCommand, showReturn, tellReturn } from './returns.ts'
import { showOrder } from './show-order.ts'
import { kindOf, Misuse, readWords, type Words } from './words.ts'

export type Said = { text: string; exitCode: 0 | 1 | 2 }

export const staffHelp = `npm run staff -- <command>

What waits
  waiting                               everything that waits for somebody
  orders [--status paid,packed] [--email x] [--limit 50]
  returns [--status 1,2] · tickets · chats · coupons
  show <number>                         an order (HB…), return (RT…), ticket (TK…) or chat, and what is possible next

Orders
  pay <order> [--method "Bank transfer"]
  hold <order> <why> · release <order>
  prepare <order> · pack <order> [--parcel 1,2 --parcel 3]
  ship <order> --carrier PostNord --tracking LX482917306SE [--url https://…] [--place Gothenburg]
  track <order> <accepted|in-transit|out-for-delivery|delivered|problem> <words> [--place Boston] [--at "2026-06-15 10:00"] [--parcel 1]
  deliver <order> · complete <order> · cancel <order> [why] · refund <cancelled order>

Returns, for all pieces or with --item 1
  approve <return> · keep <return> · reject <return> <why>
  scan <return>                         the carrier has the parcel
  receive <return>                      it arrived, the refund begins; or look <return>, then begin <return> or reject
  refund <return> · fail <return> <why> · retry <return>

Shoppers
  answer <ticket or chat> <words> [--name Ingrid] · close <ticket>
  give <coupon> <email>
  import-orders <file.csv|file.json>`

/** Runs one command of the staff on the shop and says what happened, never throwing what staff can mend themselves. */
export async function runStaff(shop: Shop, typed: string[]): Promise<Said> {
  const { text, exitCode } = await say(shop, typed)
  return { text: cleanLines(text), exitCode }
}

async function say(shop: Shop, typed: string[]): Promise<Said> {
  let words: Words | undefined
  try {
    words = readWords(typed)
    return { text: await run(shop, words), exitCode: 0 }
  } catch (error) {
    if (error instanceof Misuse)
      return { text: `${error.message}\nnpm run staff -- help shows every command.`, exitCode: 2 }
    if (!(error instanceof CallRefused)) throw error
    const state = words && error.refusal.code !== 'not_found' ? await tellState(shop, words) : ''
    return { text: [tellRefusal(error), state].filter(Boolean).join('\n'), exitCode: 1 }
  }
}

async function run(shop: Shop, words: Words): Promise<string> {
  const { verb, rest } = words
  if (verb === 'refund' && kindOf(rest[0]) === 'order') return refundCancelled(shop, rest)
  if (isOrderVerb(verb)) return runOrderCommand(shop, words)
  if (isReturnVerb(verb)) return runReturnCommand(shop, words)
  switch (verb) {
    case 'help':
      return staffHelp
    case 'waiting':
      return listWaiting(shop, words)
    case 'orders':
    case 'order':
      return listOrders(shop, words)
    case 'returns':
    case 'return':
      return listReturns(shop, words)
    case 'tickets':
    case 'ticket':
      return listTickets(shop, words)
    case 'chats':
    case 'chat':
      return listChats(shop, words)
    case 'coupons':
    case 'coupon':
      return listCoupons(shop)
    case 'list':
      return listWaiting(shop, words)
    case 'show':
      return show(shop, rest)
    case 'answer':
      return answer(shop, words)
    case 'close':
      return close(shop, words)
    case 'give':
    case 'give-coupon':
      return give(shop, words)
    case 'import-orders':
      return importOrders(shop, words)
    default:
      throw new Misuse(`There is no command "${verb}".`)
  }
}

async function listWaiting(shop: Shop, words: Words): Promise<string> {
  const parts = [
    ['Orders', await listOrders(shop, words)],
    ['Returns', await listReturns(shop, words)],
    ['Tickets', await listTickets(shop, words)],
    ['Chats', await listChats(shop, words)],
  ]
  return parts.map(([heading, list]) => `${heading}\n${list}`).join('\n\n')
}

async function show(shop: Shop, rest: string[]): Promise<string> {
  switch (kindOf(rest[0])) {
    case 'order':
      return showOrder(shop, rest)
    case 'return':
      return showReturn(shop, rest)
    case 'ticket':
      return showTicket(shop, rest)
    case 'chat':
      return readChatLines(shop, rest)
    default:
      throw new Misuse('Name an order (HB…), a return (RT…), a ticket (TK…) or a chat.')
  }
}

function tellRefusal(error: CallRefused): string {
  const details = Object.values(error.refusal.errors ?? {}).flat()
  const { message } = error.refusal
  return [message, ...details.filter((one) => one !== message)].join(' ')
}

/** After a no: where the thing stands, and what would have been possible. */
async function tellState(shop: Shop, { verb, rest }: Words): Promise<string> {
  if (isOrderVerb(verb) && kindOf(rest[0]) === 'order') return tellOrder(await findOrder(shop, rest))
  if (isReturnVerb(verb) && kindOf(rest[0]) === 'return') return tellReturn(shop, rest)
  return ''
}
