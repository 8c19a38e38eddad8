import { useCommand } from '#console/data/use-command.ts'
import { useConsole } from '#console/shell/console-context.ts'
import { showToast } from '#console/ui/overlays/toast-store.ts'
import { pauseCoupon, resumeCoupon, type StaffCoupon } from '#features/coupons/coupons.staff.contract.ts'

/** Pauses or resumes a coupon immediately. The toast offers undo. */
export function usePause(onDone?: (coupon: StaffCoupon) => void) {
  const { call } = useConsole()
  const { run, busy, problem } = useCommand()
  const set = (id: string, isPaused: boolean) =>
    run('pause', async () => {
      const { data } = await call(isPaused ? pauseCoupon : resumeCoupon, { id })
      onDone?.(data)
    })
  async function turn({ code, status, possible }: StaffCoupon) {
    const isPaused = status !== 'paused'
    if (!possible.includes(isPaused ? 'pause' : 'resume')) return
    if (!(await set(code, isPaused))) return
    const undo = () => void set(code, !isPaused)
    showToast(isPaused ? `${code} is paused` : `${code} is resumed`, { action: { label: 'Undo', run: undo } })
  }
  return { turn, isBusy: busy !== null, problem }
}
