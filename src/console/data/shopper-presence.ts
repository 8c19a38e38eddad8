import { useEffect } from 'react'
import { allowsScope } from '#contract/calls/scopes.ts'
import { createStore } from '#ui/state/store.ts'
import { useStore } from '#ui/state/use-store.ts'
import { useMe } from '../shell/console-context.ts'
import type { Person } from './staff-stream.ts'
import { useStaffLive } from './use-staff-live.ts'

/**
 * A shopper with an open chat. `id` is the id of the chat, and `about` the product on the shopper's page, or empty on
 * other pages.
 */
export type PresentShopper = Person & { customer_id: string | null; is_typing: boolean }

const presentShoppers = createStore<readonly PresentShopper[]>([])
const noShoppers: readonly PresentShopper[] = []

/** Subscribes to the shoppers who are present, for all rows of a page. */
export function useShopperUpdates(): void {
  const { scopes } = useMe()
  const isAllowed = allowsScope(scopes, 'inbox:read')
  const people = useStaffLive(isAllowed ? ['shoppers'] : [], () => undefined)
  useEffect(() => {
    presentShoppers.write(people as PresentShopper[])
    return () => presentShoppers.write(noShoppers)
  }, [people])
}

/** Returns the shopper of a chat or account if present now. */
export function usePresentShopper(of: { chat: string } | { customer: string }): PresentShopper | undefined {
  return useStore(presentShoppers).find((one) => ('chat' in of ? one.id === of.chat : one.customer_id === of.customer))
}
