import { useEffect } from 'react'
import { allowsScope } from '#contract/calls/scopes.ts'
import { createStore } from '#ui/state/store.ts'
import { useStore } from '#ui/state/use-store.ts'
import { useMe } from '../shell/console-context.ts'
import type { Person } from './staff-stream.ts'
import { useStaffLive } from './use-staff-live.ts'

/** Of a shopper with the chat open: `id` is the chat, `about` the product on their page, empty where it is another one. */
export type ShopperHere = Person & { customer_id: string | null; is_typing: boolean }

const here = createStore<readonly ShopperHere[]>([])
const nobody: readonly ShopperHere[] = []

/** A page that marks who is here follows them, for all its rows. */
export function useFollowShoppers(): void {
  const { scopes } = useMe()
  const isAllowed = allowsScope(scopes, 'inbox:read')
  const people = useStaffLive(isAllowed ? ['shoppers'] : [], () => undefined)
  useEffect(() => {
    here.write(people as ShopperHere[])
    return () => here.write(nobody)
  }, [people])
}

/** The one in this chat, or of this account, if they are here now. */
export function useShopperHere(of: { chat: string } | { customer: string }): ShopperHere | undefined {
  return useStore(here).find((one) => ('chat' in of ? one.id === of.chat : one.customer_id === of.customer))
}
