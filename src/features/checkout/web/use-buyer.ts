import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { findEmailProblem } from '#contract/calls/fields.ts'
import { chooseCountry, findTypedProblem, fitAddress } from '#features/addresses/address-form.rules.ts'
import type { Address, AddressFormat, Country } from '#features/addresses/addresses.contract.ts'
import type { AddressField } from '#features/addresses/addresses.rules.ts'
import { useAddressFormat } from '#features/addresses/web/parts/use-address-format.ts'
import { useCheckoutDraft } from './checkout-draft.ts'
import { type Buyer, hasProblem, isShippedTo, newAddress } from './checkout-form.rules.ts'

type Props = { addresses: Address[]; countries: Country[]; firstFormat: AddressFormat }

/** Manages the customer and the shipping address. Problems are shown after the first try to order. */
export function useBuyer({ addresses, countries, firstFormat }: Props) {
  const { session } = useRouter().options.context
  const [typed, setDraft] = useCheckoutDraft(session.email() ?? '')
  const country = chooseCountry(typed.address.country, countries, firstFormat)
  const draft = { ...typed, address: { ...typed.address, country } }
  const format = useAddressFormat(firstFormat, country, (next) =>
    setDraft({ ...draft, address: fitAddress(draft.address, next) }),
  )
  const [addressId, setAddressId] = useState(
    addresses.find((address) => isShippedTo(address, countries))?.id ?? newAddress,
  )
  const [isTried, setTried] = useState(false)
  const [refused, setRefused] = useState<Record<string, string[]>>({})
  const buyer: Buyer = { isSignedIn: session.isSignedIn(), draft, addressId, format }

  return {
    ...buyer,
    setDraft,
    setAddressId,
    hasProblem: hasProblem(buyer),
    tryOrder: () => setTried(true),
    /** Problems that the server found in fields. */
    setRefused,
    /** Clears the server's problem with a field that has changed. */
    forgetRefused: (...names: string[]) =>
      setRefused((now) => Object.fromEntries(Object.entries(now).filter(([name]) => !names.includes(name)))),
    emailProblem: (isTried ? findEmailProblem(draft.email.trim()) : null) ?? refused.email?.[0],
    vatNumberProblem: refused.vat_number?.[0],
    addressProblem: (name: AddressField) =>
      (isTried ? findTypedProblem(name, draft.address, format) : null) ??
      refused[`address.${name}`]?.[0] ??
      refused[name]?.[0],
  }
}
