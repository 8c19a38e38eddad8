import { useRouter } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { CallRefused } from '#contract/calls/call.ts'
import { Button } from '#ui/buttons/button.tsx'
import { CheckRow } from '#ui/fields/check-row.tsx'
import { Field } from '#ui/fields/field.tsx'
import { focusFirstInvalid } from '#ui/fields/focus-first-invalid.ts'
import { FormProblem } from '#ui/fields/form-problem.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { Sheet } from '#ui/overlays/sheet.tsx'
import { CountryField } from '#web/parts/country-field.tsx'
import { type Address, addAddress, type Country, editAddress } from '../addresses.contract.ts'
import {
  type AddressField,
  addressFieldLengths,
  addressFormFields as fields,
  findTypedProblem,
  isAddressFieldRequired,
  prefillAddress,
} from '../addresses.rules.ts'
import { addressDraft } from './address-draft.ts'
import styles from './address-sheet.module.css'

type Props = {
  open: boolean
  opening: number
  /** Address to edit. Null for a new one. */
  address: Address | null
  countries: Country[]
  isFirst: boolean
  onClose: () => void
  onSaved: () => Promise<void>
}

export function AddressSheet({ open, opening, address, countries, isFirst, onClose, onSaved }: Props) {
  const t = useT()
  return (
    <Sheet open={open} onClose={onClose} title={address ? t('Edit address') : t('Add address')} height="tall">
      <AddressForm key={opening} {...{ address, countries, isFirst, onSaved }} />
    </Sheet>
  )
}

function prefillKnown(address: Address | null) {
  return prefillAddress(address ? { ...address, country: address.country_code } : (addressDraft.read() ?? {}))
}

type FormProps = Pick<Props, 'address' | 'countries' | 'isFirst' | 'onSaved'>

/** Manages the typed address and its problems. A new address is stored as a draft. */
function useAddressForm({ address, isFirst, onSaved }: FormProps) {
  const { call } = useRouter().options.context
  const form = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState(() => prefillKnown(address))
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
    if (fields.some(([name]) => findTypedProblem(name, typed))) return focusFirstInvalid(form.current)
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
  const problemOf = (name: AddressField) => (isTried ? findTypedProblem(name, typed) : null) ?? refused[name]?.[0]

  return { form, typed, change, problemOf, isDefault, setDefault, isBusy, problem, save }
}

function AddressForm(props: FormProps) {
  const { address, countries, isFirst } = props
  const t = useT()
  const { form, typed, change, problemOf, isDefault, setDefault, isBusy, problem, save } = useAddressForm(props)
  return (
    <form ref={form} onSubmit={save} noValidate method="post">
      {fields.map(([name, label, autoComplete]) => (
        <AddressInput
          key={name}
          {...{ name, autoComplete, countries }}
          label={t(label)}
          value={typed[name]}
          problem={problemOf(name) ?? null}
          onType={(value) => change(name, value)}
        />
      ))}
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

type InputProps = {
  name: AddressField
  label: string
  autoComplete: string
  value: string
  countries: Country[]
  problem: string | null
  onType: (value: string) => void
}

function AddressInput({ name, label, autoComplete, value, countries, problem, onType }: InputProps) {
  const t = useT()
  if (name === 'country') {
    return <CountryField {...{ name, label, autoComplete, value, countries }} error={problem} onChoose={onType} />
  }
  return (
    <Field
      {...{ name, label, autoComplete, value }}
      maxLength={addressFieldLengths[name]}
      required={isAddressFieldRequired(name)}
      {...(name === 'telephone' && { type: 'tel', dir: 'ltr' })}
      error={problem && t(problem)}
      onChange={(event) => onType(event.target.value)}
    />
  )
}
