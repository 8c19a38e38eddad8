import { readCurrencyStyle } from '#features/settings/server/settings.service.ts'
import { defineCommand, type StaffCommands, UsageError } from '#server/cli/command.ts'
import { countOf, printMoment, printMoney, printTable } from '#server/cli/print.ts'
import { endCoupon, giveStaffCoupon, listStaffCoupons, pauseCoupon, resumeCoupon } from './coupons.staff.contract.ts'
import { hasAccount } from './server/coupons.staff.service.ts'

const list = defineCommand({
  verb: 'coupons',
  alias: 'coupon',
  usage: '',
  async run({ call, db }) {
    const { data: page } = await call(listStaffCoupons, { limit: 200 })
    if (page.data.length === 0) return 'No coupons.'
    const rows = await Promise.all(
      page.data.map(
        async ({ code, kind, amount, percent, condition_text, starts_at, ends_at, stock, claimed, status }) => [
          code,
          kind === 'free_shipping'
            ? 'free shipping'
            : amount
              ? printMoney(amount.amount, amount.currency, (await readCurrencyStyle(db, amount.currency)).decimals)
              : `${percent} %`,
          condition_text,
          status,
          printMoment(starts_at),
          ends_at ? printMoment(ends_at) : 'Indefinite',
          stock === null ? claimed : `${claimed} of ${stock}`,
        ],
      ),
    )
    return printTable(['Code', 'Discount', 'Condition', 'Status', 'From', 'Until', 'Claimed'], rows)
  },
})

const give = defineCommand({
  verb: 'give',
  alias: 'give-coupon',
  usage: '<coupon> <email>',
  async run({ call, db }, { rest }) {
    const code = rest[0]?.toUpperCase() ?? ''
    const email = rest[1]?.toLowerCase() ?? ''
    if (code === '' || !email.includes('@'))
      throw new UsageError('Enter the coupon and the email address, such as: give HELLO15 shopper@harbor.test')
    await call(giveStaffCoupon, { id: code, email })
    return (await hasAccount(db, email))
      ? `${email} now has the coupon ${code}.`
      : `${email} has no account yet. The coupon ${code} is added when an account is created.`
  },
})

function readCode([code = '']: string[], verb: string): string {
  if (code === '') throw new UsageError(`Enter the coupon code, such as: ${verb} HELLO15`)
  return code.toUpperCase()
}

const pause = defineCommand({
  verb: 'pause-coupon',
  usage: '<coupon>',
  about: 'stops claims until the coupon is resumed; customers who hold the coupon keep it',
  async run({ call }, { rest }) {
    const { data } = await call(pauseCoupon, { id: readCode(rest, 'pause-coupon') })
    return `${data.code} is paused, with ${countOf(data.claimed, 'claim')}.`
  },
})

const resume = defineCommand({
  verb: 'resume-coupon',
  usage: '<coupon>',
  async run({ call }, { rest }) {
    const { data } = await call(resumeCoupon, { id: readCode(rest, 'resume-coupon') })
    return `${data.code} is ${data.status}.`
  },
})

const end = defineCommand({
  verb: 'end-coupon',
  usage: '<coupon>',
  about: 'stops claims permanently; customers who hold the coupon keep it',
  async run({ call }, { rest }) {
    const { data } = await call(endCoupon, { id: readCode(rest, 'end-coupon') })
    return `${data.code} has ended, with ${countOf(data.claimed, 'claim')}.`
  },
})

export const couponCommands: StaffCommands = { heading: 'Coupons', list, commands: [give, pause, resume, end] }
