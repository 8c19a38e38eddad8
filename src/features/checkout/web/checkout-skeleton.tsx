import { FormSkeleton } from '#web/parts/form-skeleton.tsx'

export function CheckoutSkeleton() {
  return <FormSkeleton title="Checkout" />
}
