import { useRouter } from '@tanstack/react-router'
import { CopyPlus, Gift, Pause, Plus } from 'lucide-react'
import { usePageCommands } from '#console/list/use-page-commands.ts'
import { newCouponLink } from '#console/shell/console-links.ts'
import { toQuery } from '#contract/calls/call.ts'
import type { CouponRow } from '../coupon/coupon-use.ts'
import type { usePause } from '../coupon/use-pause.ts'

type CouponCommandsInput = {
  mayWrite: boolean
  /** The coupon selected by the list cursor. */
  current: CouponRow | undefined
  give: () => void
  turn: ReturnType<typeof usePause>['turn']
}

/** Registers the commands of the coupon list and of the coupon at the list cursor. */
export function useCouponCommands({ mayWrite, current, give, turn }: CouponCommandsInput): void {
  const router = useRouter()
  const create = () => router.navigate({ href: newCouponLink })
  const commandsOfCoupon = (coupon: CouponRow) => [
    {
      name: `Duplicate ${coupon.code}`,
      hint: 'D',
      icon: CopyPlus,
      run: () => router.navigate({ href: newCouponLink + toQuery({ like: coupon.code }) }),
    },
    {
      name: coupon.status === 'paused' ? `Resume ${coupon.code}` : `Pause ${coupon.code}`,
      hint: 'P',
      icon: Pause,
      run: () => turn(coupon),
    },
  ]
  const commands = [
    { name: 'New coupon', hint: 'C', icon: Plus, run: create },
    { name: 'Give a coupon', icon: Gift, run: give },
    ...(current ? commandsOfCoupon(current) : []),
  ]
  usePageCommands(mayWrite ? commands : [], 'Coupons')
}
