import { defineCommand, Misuse, type StaffCommands } from '#server/cli/command.ts'
import { printMoney, printTable, printTime } from '#server/cli/print.ts'
import { couponType } from './coupons.rules.ts'
import { giveCouponByCode, listCouponsForStaff } from './server/coupons.staff.service.ts'

const list = defineCommand({
  verb: 'coupons',
  alias: 'coupon',
  usage: '',
  async run({ db }) {
    const rows = await listCouponsForStaff(db)
    if (rows.length === 0) return 'No coupons.'
    return printTable(
      ['Code', 'Gives', 'Condition', 'From', 'Until', 'Claimed'],
      rows.map(({ coupon, decimals }) => [
        coupon.code,
        coupon.couponType === couponType.freeShipping
          ? 'free shipping'
          : coupon.discountPercent
            ? `${coupon.discountPercent} %`
            : printMoney(coupon.discountAmount ?? 0, coupon.currency, decimals ?? 2),
        coupon.useConditionTxt,
        printTime(coupon.startsAt),
        coupon.endsAt ? printTime(coupon.endsAt) : 'Indefinite',
        coupon.stockTotal === null ? coupon.stockClaimed : `${coupon.stockClaimed} of ${coupon.stockTotal}`,
      ]),
    )
  },
})

const give = defineCommand({
  verb: 'give',
  alias: 'give-coupon',
  usage: '<coupon> <email>',
  async run(shop, { rest }) {
    const code = rest[0]?.toUpperCase() ?? ''
    const email = rest[1]?.toLowerCase() ?? ''
    if (code === '' || !email.includes('@'))
      throw new Misuse('Say which coupon and to whom: give HELLO15 shopper@harbor.test')
    const { hasAccount } = await giveCouponByCode(shop, code, email)
    return hasAccount ? `${email} now has ${code}.` : `${email} has no account; ${code} waits for one.`
  },
})

export const couponCommands: StaffCommands = { heading: 'Coupons', list, commands: [give] }
