import { useState } from 'react'
import { EditDialog } from '#console/form/edit-dialog.tsx'
import { ShownOnceDialog } from '#console/form/shown-once-dialog.tsx'
import styles from '#console/settings/settings.module.css'
import { useConsole, useMe } from '#console/shell/console-context.ts'
import { SelectField, TextField } from '#console/ui/fields/field.tsx'
import type { Scope } from '#contract/calls/scopes.ts'
import { dayMs } from '#contract/times/times.ts'
import { makeKey, type NewKey } from '#features/staff/keys.staff.contract.ts'
import { findKeyScopes } from '../people/role-rows.ts'
import { ScopeChecks } from '../people/scope-checks.tsx'

const permanent = [
  { value: '90', name: '90 days' },
  { value: '30', name: '30 days' },
  { value: '365', name: 'A year' },
  { value: '', name: 'No expiry' },
]

const initial: { name: string; scopes: Scope[]; days: string; addresses: string } = {
  name: '',
  scopes: [],
  days: '90',
  addresses: '',
}

/** Creates a key and shows it once. */
export function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const { call } = useConsole()
  const me = useMe()
  const [made, setMade] = useState<NewKey | null>(null)
  if (made) {
    return (
      <ShownOnceDialog title={`API key ${made.name} created`} what="key" value={made.key} onClose={onClose}>
        <p className={styles.hint}>
          Programs send the key with every request: <bdi dir="ltr">Authorization: Bearer {made.key.slice(0, 8)}…</bdi>
        </p>
      </ShownOnceDialog>
    )
  }
  return (
    <EditDialog
      title="New API key"
      button="Create API key"
      size="table"
      isNew
      initial={initial}
      says={`Recorded as created by ${me.name}.`}
      onClose={onClose}
      onDone={() => {}}
      send={async (_, { name, scopes, days, addresses }) => {
        const expires_at = days === '' ? null : new Date(Date.now() + Number(days) * dayMs).toISOString()
        const { data } = await call(makeKey, { name, scopes, expires_at, addresses: addresses.trim() || null })
        setMade(data)
      }}
    >
      {(form) => (
        <>
          <div className={styles.two}>
            <TextField
              label="Name"
              hint="The name of the program that uses the key"
              maxLength={100}
              {...form.field('name')}
            />
            <SelectField label="Valid for" options={permanent} {...form.field('days')} />
            <TextField
              label="Allowed IP addresses"
              hint="One address or a network. Leave empty to allow all addresses."
              placeholder="203.0.113.0/24"
              dir="ltr"
              {...form.field('addresses')}
            />
          </div>
          <ScopeChecks label="Permissions" canGrant={findKeyScopes(me)} {...form.field('scopes')} />
        </>
      )}
    </EditDialog>
  )
}
