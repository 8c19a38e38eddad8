import { useRef, useState } from 'react'
import type { useForm } from '#console/form/use-form.ts'
import { useConsole, useMe } from '#console/shell/console-context.ts'
import { type Choice, ManyCombobox } from '#console/ui/fields/combobox.tsx'
import { SelectField, TextField } from '#console/ui/fields/field.tsx'
import { FieldGroup } from '#console/ui/layout/form-page.tsx'
import { Panel } from '#console/ui/layout/panel.tsx'
import { allowsScope } from '#contract/calls/scopes.ts'
import { listCustomers } from '#features/customers/customers.staff.contract.ts'
import { AddressFields } from '../dialogs/address-fields.tsx'
import type { NewOrder } from './new-order.rules.ts'
import type { OrderQuote } from './use-order-quote.ts'

type Props = { form: Pick<ReturnType<typeof useForm<NewOrder>>, 'values' | 'set' | 'field'>; quote: OrderQuote }

/** Chooses the customer of the order, with or without an account, and the shipping address. */
export function NewOrderBuyer({ form, quote }: Props) {
  const { values } = form
  const mayFind = allowsScope(useMe().scopes, 'customers:read')
  return (
    <>
      <Panel title="Buyer">
        <FieldGroup name="Buyer">
          {mayFind && <CustomerField form={form} />}
          {!values.customer_id && <GuestFields form={form} quote={quote} />}
        </FieldGroup>
      </Panel>
      <Panel title="Ship to">
        <FieldGroup name="Ship to">
          {values.customer_id && quote.addresses.length > 0 && <KnownAddress form={form} quote={quote} />}
          {!values.address_id && <AddressFields field={(name) => form.field(`address.${name}`)} />}
        </FieldGroup>
      </Panel>
    </>
  )
}

function CustomerField({ form: { values, set, field } }: Pick<Props, 'form'>) {
  const { found, search } = usePeople()
  const chosen = { value: values.customer_id, name: values.customer_name }
  const pick = (ids: string[]) => {
    const id = ids.at(-1) ?? ''
    set('customer_id', id)
    set('customer_name', found.find(({ value }) => value === id)?.name ?? '')
    set('address_id', '')
    set('claim', '')
  }
  return (
    <ManyCombobox
      label="Customer"
      placeholder="Name, email or phone"
      hint={values.customer_id ? undefined : 'Or enter an email below to order without an account.'}
      choices={values.customer_id ? [chosen, ...found.filter(({ value }) => value !== chosen.value)] : found}
      onSearch={search}
      value={values.customer_id ? [values.customer_id] : []}
      onChange={pick}
      error={field('customer_id').error}
    />
  )
}

function GuestFields({ form, quote }: Props) {
  const others = quote.languages.filter(({ code }) => code !== 'en')
  return (
    <>
      <TextField label="Email" type="email" dir="ltr" maxLength={50} autoComplete="off" {...form.field('email')} />
      {quote.languages.length > 1 && (
        <SelectField
          label="Email language"
          options={[{ value: '', name: 'English' }, ...others.map(({ code, name }) => ({ value: code, name }))]}
          {...form.field('language')}
        />
      )}
    </>
  )
}

function KnownAddress({ form, quote }: Props) {
  const known = quote.addresses.map((one) => ({
    value: one.id,
    name: [`${one.firstname} ${one.lastname}`, one.address_1, one.city, one.country].join(', '),
  }))
  return (
    <SelectField
      label="Address"
      options={[...known, { value: '', name: 'Another address' }]}
      {...form.field('address_id')}
    />
  )
}

/** Number of customers that the field suggests. */
const maxSuggestions = 8

/** Finds customers by the start of their email address, name or phone number. */
function usePeople() {
  const { call } = useConsole()
  const [found, setFound] = useState<Choice[]>([])
  const last = useRef('')
  async function search(typed: string) {
    last.current = typed
    const q = typed.trim()
    if (q.length < 2) return
    const answer = await call(listCustomers, { q, limit: maxSuggestions }).catch(() => null)
    // The user has changed the search text in the meantime, so this outdated result is ignored.
    if (!answer || last.current !== typed) return
    const people = answer.data.data.filter(({ erased_at }) => !erased_at)
    setFound(people.map(({ id, name, email }) => ({ value: id, name: name || email, detail: email })))
  }
  return { found, search }
}
