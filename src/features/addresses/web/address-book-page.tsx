import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { CallRefused } from '#contract/calls/call.ts'
import { msg } from '#contract/text/translate.ts'
import { accountLink } from '#links/account.links.ts'
import { Button, TextButton } from '#ui/buttons/button.tsx'
import { EmptyView } from '#ui/content/empty-view.tsx'
import { Literal } from '#ui/content/literal.tsx'
import { Tag } from '#ui/content/tag.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { AppBar } from '#ui/layout/app-bar.tsx'
import { BottomBar, Page, Section } from '#ui/layout/page.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { showToast } from '#ui/overlays/toast.tsx'
import { useGoBack } from '#web/navigation/use-go-back.ts'
import type { WebContext } from '#web/root.tsx'
import {
  type Address,
  deleteAddress,
  getAddressFormat,
  listAddresses,
  listCountries,
  makeAddressDefault,
} from '../addresses.contract.ts'
import { addressBookSize } from '../addresses.rules.ts'
import styles from './address-book-page.module.css'
import { AddressSheet } from './address-sheet.tsx'

export { AddressBookSkeleton } from './address-skeleton.tsx'

const route = getRouteApi('/checkout/address-book')

export async function loadAddresses({ context }: { context: WebContext }) {
  const [addresses, countries, firstFormat] = await Promise.all([
    context.load(listAddresses, {}),
    context.load(listCountries, { only: 'shipped_to' }),
    context.load(getAddressFormat, { code: 'first' }),
  ])
  return { addresses, countries, firstFormat }
}

export function AddressBookPage() {
  const t = useT()
  const router = useRouter()
  const goBack = useGoBack(accountLink)
  const { addresses, countries, firstFormat } = route.useLoaderData()
  // Null for a new address.
  const [edited, setEdited] = useState<Address | null>(null)
  const [isEditing, setEditing] = useState(false)
  // Counts how often the sheet was opened, so that each opening starts with a new form.
  const [opening, setOpening] = useState(0)
  const [addressToDelete, setAddressToDelete] = useState<Address | null>(null)
  const [movingId, setMovingId] = useState<string | null>(null)
  const { isBusy, run } = useChange()

  function edit(address: Address | null) {
    setEdited(address)
    setOpening((last) => last + 1)
    setEditing(true)
  }

  async function remove(address: Address) {
    const isDone = await run((call) => call(deleteAddress, { id: address.id }))
    setAddressToDelete(null)
    if (isDone) showToast(t('The address is deleted'), { icon: 'ok' })
  }

  async function makeDefault(address: Address) {
    if (isBusy) return
    setMovingId(address.id)
    await run((call) => call(makeAddressDefault, { id: address.id }))
    setMovingId(null)
  }

  return (
    <Page header={<AppBar title={t('Address Book')} onBack={goBack} />}>
      {addresses.length === 0 ? (
        <Section first flush>
          <EmptyView line={t('Add the address your parcels should go to.')} />
        </Section>
      ) : (
        <ul className={styles.list}>
          {addresses.map((address) => (
            <li key={address.id}>
              <AddressCard
                address={address}
                onEdit={() => edit(address)}
                onDelete={() => setAddressToDelete(address)}
                isMoving={movingId === address.id}
                onDefault={() => void makeDefault(address)}
              />
            </li>
          ))}
        </ul>
      )}
      <BottomBar>
        <Button onClick={() => edit(null)} disabled={addresses.length >= addressBookSize}>
          {t('Add address')}
        </Button>
      </BottomBar>
      <AddressSheet
        open={isEditing}
        opening={opening}
        address={edited}
        countries={countries}
        firstFormat={firstFormat}
        isFirst={addresses.length === 0}
        onClose={() => setEditing(false)}
        onSaved={async () => {
          await router.invalidate()
          setEditing(false)
          showToast(t('The address is saved'), { icon: 'ok' })
        }}
      />
      <ConfirmDialog
        open={addressToDelete !== null}
        question={t('Delete this address?')}
        busy={isBusy}
        onNo={() => setAddressToDelete(null)}
        onYes={() => addressToDelete && void remove(addressToDelete)}
      />
    </Page>
  )
}

type AddressCardProps = {
  address: Address
  /** Whether the address is being made the default. */
  isMoving: boolean
  onEdit: () => void
  onDelete: () => void
  onDefault: () => void
}

function AddressCard({ address, isMoving, onEdit, onDelete, onDefault }: AddressCardProps) {
  const t = useT()
  const name = `${address.firstname} ${address.lastname}`
  const where = address.formatted
  return (
    <article className={styles.card} aria-label={`${name}, ${where}`}>
      <div className={styles.head}>
        <h2 className={styles.name} translate="no">
          <bdi>{name}</bdi>
        </h2>
        <span className={styles.phone}>
          <Literal>{address.telephone}</Literal>
        </span>
        {address.is_default && <Tag tone="success">{t('Default')}</Tag>}
      </div>
      <p className={styles.where} translate="no">
        <bdi>{where}</bdi>
      </p>
      <div className={styles.actions}>
        <TextButton onClick={onEdit}>{t('Edit')}</TextButton>
        <TextButton onClick={onDelete}>{t('Delete')}</TextButton>
        {!address.is_default && (
          <TextButton onClick={onDefault} busy={isMoving}>
            {t('Set as default')}
          </TextButton>
        )}
      </div>
    </article>
  )
}

type Call = ReturnType<typeof useRouter>['options']['context']['call']

/** Runs one change at a time. A failed change shows a message and leaves the address book unchanged. */
function useChange() {
  const t = useT()
  const router = useRouter()
  const [isBusy, setBusy] = useState(false)
  async function run(change: (call: Call) => Promise<unknown>): Promise<boolean> {
    if (isBusy) return false
    setBusy(true)
    try {
      await change(router.options.context.call)
      await router.invalidate()
      return true
    } catch (error) {
      const refused = error instanceof CallRefused && error.refusal.message
      showToast(t(refused || msg('We couldn’t send your request. Please try again.')), { icon: 'alert' })
      // A refusal means that the address book has changed, so it is loaded again. Without a network, the page stays
      // unchanged.
      if (refused) await router.invalidate()
      return false
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, run }
}
