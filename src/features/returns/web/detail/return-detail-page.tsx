import { getRouteApi } from '@tanstack/react-router'
import { getReturn } from '#features/returns/returns.contract.ts'
import { orderListLink } from '#links/account.links.ts'
import { homeLink } from '#links/catalogue.links.ts'
import { useGoBack, useGoUp } from '#web/navigation/use-go-back.ts'
import type { WebContext } from '#web/root.tsx'
import { measureReturn, ReturnDetail } from './return-detail.tsx'

export { ReturnDetailSkeleton } from '../return-skeletons.tsx'

const route = getRouteApi('/returndetail/$returnId')

export async function loadReturn({ context, params }: { context: WebContext; params: { returnId: string } }) {
  const email = context.session.email()
  return measureReturn(await context.load(getReturn, { returnId: params.returnId, ...(email && { email }) }))
}

export function ReturnDetailPage() {
  const data = route.useLoaderData()
  const goBack = useReturnBack()
  return <ReturnDetail key={data.returnRequest.id} {...data} goBack={goBack} />
}

/**
 * Returns the back action. The action leads to the order that opened this page, or else to the list of orders. The
 * history also contains pages of other sites, so the action leads home only in a tab without history.
 */
function useReturnBack(): () => void {
  const goBack = useGoBack(orderListLink())
  const goUp = useGoUp(orderListLink())
  const goHome = useGoBack(homeLink)
  const { fromOrderDetail } = route.useSearch()
  return () => {
    if (window.history.length <= 1) goHome()
    else if (String(fromOrderDetail ?? '') === '1') goBack()
    else goUp()
  }
}
