import { useId, useRef, useState } from 'react'
import { EditDialog } from '#console/form/edit-dialog.tsx'
import { useConsole, useMe } from '#console/shell/console-context.ts'
import { TextField } from '#console/ui/fields/field.tsx'
import { allowsScope } from '#contract/calls/scopes.ts'
import { giveStaffCoupon } from '#features/coupons/coupons.staff.contract.ts'
import { listCustomers } from '#features/customers/customers.staff.contract.ts'

type Props = {
  /** The code of a coupon chosen in advance. */
  code?: string | undefined
  /** The codes of coupons that can be given. */
  codes?: string[]
  onClose: () => void
}

/**
 * Renders the dialog that gives a coupon to a shopper. A shopper without an account gets the coupon after registering
 * with that email address.
 */
export function GiveDialog({ code = '', codes, onClose }: Props) {
  const { call } = useConsole()
  const me = useMe()
  const listId = useId()
  return (
    <EditDialog
      title={codes ? 'Give a coupon' : `Give ${code} to a customer`}
      button="Give coupon"
      isNew
      initial={{ code, email: '', reason: '' }}
      says={me.name}
      done="Coupon given"
      onClose={onClose}
      send={(_, { code: given, email, reason }) => call(giveStaffCoupon, { id: given.trim(), email, reason })}
    >
      {(form) => (
        <>
          {codes && (
            <>
              <TextField
                label="Code"
                dir="ltr"
                list={listId}
                maxLength={40}
                autoComplete="off"
                required
                {...form.field('code')}
                onChange={(typed) => form.set('code', typed.toUpperCase())}
              />
              <datalist id={listId}>
                {codes.map((one) => (
                  <option key={one} value={one} />
                ))}
              </datalist>
            </>
          )}
          <EmailField {...form.field('email')} />
          <TextField label="Reason" hint="Recorded in the audit log" maxLength={300} {...form.field('reason')} />
        </>
      )}
    </EditDialog>
  )
}

type EmailProps = { value: string; onChange: (email: string) => void; error: string | null }

/** Suggests shoppers for the typed text. */
function EmailField({ onChange, ...field }: EmailProps) {
  const listId = useId()
  const people = usePeople()
  return (
    <>
      <TextField
        label="Email"
        type="email"
        dir="ltr"
        list={listId}
        autoComplete="off"
        required
        hint="The coupon is added to their account right away, or once they create one. Each customer can get it once."
        {...field}
        onChange={(typed) => {
          onChange(typed)
          people.search(typed)
        }}
      />
      <datalist id={listId}>
        {people.found.map(({ email, name }) => (
          <option key={email} value={email}>
            {name}
          </option>
        ))}
      </datalist>
    </>
  )
}

/** The most shoppers that are suggested. */
const maxSuggestions = 8

/** Searches shoppers by the beginning of their email address or name, for members who may see shoppers. */
function usePeople() {
  const { call } = useConsole()
  const mayRead = allowsScope(useMe().scopes, 'customers:read')
  const [found, setFound] = useState<{ email: string; name: string }[]>([])
  const last = useRef('')
  async function search(typed: string) {
    last.current = typed
    const q = typed.trim()
    if (!mayRead || q.length < 2) return setFound([])
    const answer = await call(listCustomers, { q, limit: maxSuggestions }).catch(() => null)
    // The search field has newer input, so this outdated result is ignored.
    if (answer && last.current === typed) setFound(answer.data.data.map(({ email, name }) => ({ email, name })))
  }
  return { found, search }
}
