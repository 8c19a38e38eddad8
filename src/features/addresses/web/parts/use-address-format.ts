import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { type AddressFormat, getAddressFormat } from '../../addresses.contract.ts'

/**
 * Returns the format of the chosen country's addresses. While the format of another country is on its way, the form keeps
 * the previous one. If it never arrives, the server still checks the address.
 *
 * @param onOther receives the new format after the shopper has changed the country, so that the form keeps what fits
 */
export function useAddressFormat(first: AddressFormat, country: string, onOther: (format: AddressFormat) => void) {
  const { call } = useRouter().options.context
  const [format, setFormat] = useState(first)
  const initial = useRef<string | null>(country)
  const latest = useRef(onOther)
  useEffect(() => {
    latest.current = onOther
  })
  const isKnown = !country || country === format.country_code
  useEffect(() => {
    const isOther = country !== initial.current
    if (isOther) initial.current = null
    if (isKnown) return
    const abort = new AbortController()
    call(getAddressFormat, { code: country }, { signal: abort.signal }).then(
      (next) => {
        if (abort.signal.aborted) return
        setFormat(next)
        if (isOther) latest.current(next)
      },
      () => {},
    )
    return () => abort.abort()
  }, [call, country, isKnown])
  return format
}
