import { useState } from 'react'
import { useCommand } from '../data/use-command.ts'
import { showToast } from '../ui/overlays/toast-store.ts'

/**
 * Returns switches for rows. Each switch takes effect immediately, moves before the server responds, and can be undone.
 */
export function useSwitches<T extends { id: string | number; is_active: boolean }>(
  send: (one: T, isOn: boolean) => Promise<unknown>,
  formatToast: (one: T, isOn: boolean) => string,
) {
  const { run, problem } = useCommand()
  const [pendingSwitch, setPendingSwitch] = useState<{ id: T['id']; isOn: boolean } | null>(null)
  async function set(one: T, isOn: boolean) {
    setPendingSwitch({ id: one.id, isOn })
    const isDone = await run(String(one.id), () => send(one, isOn))
    setPendingSwitch(null)
    if (isDone) showToast(formatToast(one, isOn), { action: { label: 'Undo', run: () => set(one, !isOn) } })
  }
  return { set, problem, isOn: (one: T) => (pendingSwitch?.id === one.id ? pendingSwitch.isOn : one.is_active) }
}
