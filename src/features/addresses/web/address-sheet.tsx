import { useRouter } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { CallRefused } from '#contract/calls/call.ts'
import { Button } from '#ui/buttons/button.tsx'
import { CheckRow } from '#ui/fields/check-row.tsx'
import { focusFirstInvalid } from '#ui/fields/focus-first-invalid.ts'
import { FormProblem } from '#ui/fields/form-problem.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { Sheet } from '#ui/overlays/sheet.tsx'
import { chooseCountry, findTypedProblem, fitAddress } from '../address-form.rules.ts'
import { type Address, type AddressFormat, addAddress, type Country, editAddress } from '../addresses.contract.ts'
import { type AddressField, addressFormNames, prefillAddress } from '../addresses.rules.ts'
import { addressDraft } from './address-draft.ts'
import styles from './address-sheet.module.css'
import { AddressFields } from './parts/address-fields.tsx'
import { useAddressFormat } from './parts/use-address-format.ts'

type Props = {
  open: boolean
  opening: number
  /** Address to edit. Null for a new one. */
  address: Address | null
  countries: Country[]
  /** Format with which the form starts. */
  firstFormat: AddressFormat
  isFirst: boolean
  onClose: () => void
  onSaved: () => Promise<void>
}

export function AddressSheet({ open, opening, onClose, ...form }: Props) {
  const t = useT()
  return (
    <Sheet open={open} onClose={onClose} title={form.address ? t('Edit address') : t('Add address')} height="tall">
      <AddressForm key={opening} {...form} />
    </Sheet>
  )
}

function prefillKnown(address: Address | null) {
  const known = address && { ...address, country: address.country_code, state: address.state_code ?? address.state }
  return prefillAddress(known ?? addressDraft.read() ?? {})
}

type FormProps = Omit<Props, 'open' | 'opening' | 'onClose'>

/** Manages the typed address and its problems. A new address is stored as a draft. */
function useAddressForm({ address, countries, firstFormat, isFirst, onSaved }: FormProps) {
  const { call } = useRouter().options.context
  const form = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState(() => {
    const known = prefillKnown(address)
    return { ...known, country: chooseCountry(known.country, countries, firstFormat) }
  })
  const format = useAddressFormat(firstFormat, typed.country, (next) => setTyped((now) => fitAddress(now, next)))
  const [isDefault, setDefault] = useState(address?.is_default ?? isFirst)
  const [isTried, setTried] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<CallRefused | 'failed' | null>(null)
  const [refused, setRefused] = useState<Record<string, string[]>>({})

  useEffect(() => {
    if (!address) addressDraft.keep(typed)
  }, [address, typed])

  async function save(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (addressFormNames.some((name) => findTypedProblem(name, typed, format))) return focusFirstInvalid(form.current)
    if (isBusy) return
    setBusy(true)
    setProblem(null)
    setRefused({})
    try {
      if (address) await call(editAddress, { ...typed, id: address.id, is_default: isDefault })
      else {
        await call(addAddress, { ...typed, is_default: isDefault })
        addressDraft.forget()
      }
      await onSaved()
    } catch (error) {
      setProblem(error instanceof CallRefused ? error : 'failed')
      if (error instanceof CallRefused) {
        setRefused(error.refusal.errors ?? {})
        focusFirstInvalid(form.current)
      }
    }
    setBusy(false)
  }

  function change(name: AddressField, value: string) {
    setTyped((now) => ({ ...now, [name]: value }))
    setRefused(({ [name]: _, ...others }) => others)
  }
  const problemOf = (name: AddressField) =>
    (isTried ? findTypedProblem(name, typed, format) : null) ?? refused[name]?.[0]

  return { form, format, typed, change, problemOf, isDefault, setDefault, isBusy, problem, save }
}

function AddressForm(props: FormProps) {
  const { address, countries, isFirst } = props
  const t = useT()
  const { form, format, typed, change, problemOf, isDefault, setDefault, isBusy, problem, save } = useAddressForm(props)
  return (
    <form ref={form} onSubmit={save} noValidate method="post">
      <AddressFields {...{ format, countries, typed, problemOf }} onType={change} />
      <div className={styles.default}>
        <CheckRow
          name="is_default"
          checked={isDefault}
          // An address book always has one default, which can be moved to another address but not removed.
          disabled={isFirst || (address?.is_default ?? false)}
          onChange={(event) => setDefault(event.target.checked)}
        >
          {t('Use as my default address')}
        </CheckRow>
      </div>
      <div className={problem ? styles.problem : undefined}>
        <FormProblem
          refusal={problem instanceof CallRefused ? problem.refusal : null}
          hasFailed={problem === 'failed'}
        />
      </div>
      <Button type="submit" block busy={isBusy}>
        {t('Save')}
      </Button>
    </form>
  )
}
