import { useEffect, useState } from 'react'
import { useConsole } from '#console/shell/console-context.ts'
import { getStaffProduct, type StaffProduct } from '#features/catalogue/products.staff.contract.ts'

/** Loads the product of a handle. Returns null without a product, and for staff who may not see products. */
export function useProduct(handle: string): StaffProduct | null {
  const { call } = useConsole()
  const [found, setFound] = useState<StaffProduct | null>(null)
  useEffect(() => {
    setFound(null)
    if (handle === '') return
    let isWanted = true
    call(getStaffProduct, { handle }).then(
      ({ data }) => isWanted && setFound(data),
      () => undefined,
    )
    return () => {
      isWanted = false
    }
  }, [call, handle])
  return found
}
