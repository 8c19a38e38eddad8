import { FormSkeleton } from '#web/parts/form-skeleton.tsx'

export function PaymentSkeleton() {
  return <FormSkeleton title="Payment" />
}
