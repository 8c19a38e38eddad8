import { getRouteApi } from '@tanstack/react-router'
import { getGuestReturn } from '#features/returns/guest-returns.contract.ts'
import { guestOrderLink } from '#links/orders.links.ts'
import { useGoUp } from '#web/navigation/use-go-back.ts'
import type { WebContext } from '#web/root.tsx'
import { measureReturn, ReturnDetail } from '../detail/return-detail.tsx'
import { guestCalls, ReturnCallsContext } from '../return-calls.ts'

export { ReturnDetailSkeleton } from '../return-skeletons.tsx'

const route = getRouteApi('/guest-order/returndetail/$returnId')

export async function loadGuestReturn({ context, params }: { context: WebContext; params: { returnId: string } }) {
  return measureReturn(await context.load(getGuestReturn, { returnId: params.returnId }))
}

/** Shows a return of a guest who opened the order by its link. */
export function GuestReturnDetailPage() {
  const data = route.useLoaderData()
  const goBack = useGoUp(guestOrderLink())
  return (
    <ReturnCallsContext value={guestCalls}>
      <ReturnDetail key={data.returnRequest.id} {...data} goBack={goBack} />
    </ReturnCallsContext>
  )
}
