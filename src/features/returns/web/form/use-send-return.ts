import { useRouter } from '@tanstack/react-router'
import type { Order } from '#features/orders/orders.contract.ts'
import { sendEvent } from '#web/data/events.ts'
import { useSubmit } from '#web/data/use-submit.ts'
import { useSendWithPictures } from '#web/uploads/use-send-with-pictures.ts'
import type { useUpload } from '#web/uploads/use-upload.ts'
import { useReturnCalls } from '../return-calls.ts'
import type { RefundTo } from './refund-choice.tsx'
import { refundStore } from './refund-store.ts'

type Sending = {
  order: Order
  products: { subOrderId: string; reason_ids: number[] }[]
  comment: string
  refundTo: RefundTo
  upload: ReturnType<typeof useUpload>
  onSent: () => void
}

/** Sends the request after its pictures were uploaded, clears the drafts and shows the return. */
export function useSendReturn({ order, products, comment, refundTo, upload, onSent }: Sending) {
  const router = useRouter()
  const returnCalls = useReturnCalls()
  const { submit, ...sent } = useSubmit(returnCalls.requestReturn)
  const { isWaiting, sendWhenReady, pictureRefusal } = useSendWithPictures(upload, send)

  async function send() {
    const done = await submit({
      order_no: order.order_no,
      ...returnCalls.getEmailParameter(router.options.context.session),
      comment,
      image_ids: upload.images.map(({ id }) => id),
      order_products: products,
      order_product_ids: products.map(({ subOrderId }) => subOrderId),
      after_sale_reason_ids: [...new Set(products.flatMap(({ reason_ids }) => reason_ids))],
      ...(refundTo === 'credit' && { refund_to: refundTo }),
    })
    sendEvent('return_submit', { is_success: done ? 1 : 0, order_no: order.order_no, items: products.length })
    if (!done) return
    onSent()
    refundStore.forget()
    await router.navigate({ href: returnCalls.returnLink(done.answer.id), replace: true })
  }

  return {
    sendWhenReady,
    isBusy: sent.isBusy || isWaiting,
    errors: sent.refusal?.errors,
    refusal: pictureRefusal ?? sent.refusal,
    hasFailed: sent.hasFailed,
  }
}
