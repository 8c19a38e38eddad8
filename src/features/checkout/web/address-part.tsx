import type { Address, AddressFormat, Country } from '#features/addresses/addresses.contract.ts'
import type { AddressField } from '#features/addresses/addresses.rules.ts'
import { AddressFields } from '#features/addresses/web/parts/address-fields.tsx'
import { Literal } from '#ui/content/literal.tsx'
import { CheckRow } from '#ui/fields/check-row.tsx'
import { RadioList } from '#ui/fields/radio-list.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { Section, SectionTitle } from '#ui/layout/page.tsx'
import type { CheckoutDraft } from './checkout-draft.ts'
import { isShippedTo, newAddress } from './checkout-form.rules.ts'
import styles from './checkout-page.module.css'

type Props = {
  /** Address book. Empty for a guest. */
  addresses: Address[]
  countries: Country[]
  /** Id of an address in the address book, or `new`. */
  chosen: string
  draft: CheckoutDraft
  format: AddressFormat
  isSignedIn: boolean
  /** Returns the error of a field. Errors are shown after the first try to order. */
  problemOf: (name: AddressField) => string | null | undefined
  onChoose: (id: string) => void
  onDraft: (draft: CheckoutDraft) => void
  onType: (name: AddressField) => void
}

/** Renders the choice between the saved addresses and a new address. */
export function AddressPart(props: Props) {
  const { addresses, countries, chosen, draft, format, isSignedIn, problemOf, onDraft, onType } = props
  const t = useT()
  return (
    <Section first={isSignedIn} aria-labelledby="checkout-address">
      <SectionTitle id="checkout-address">{t('Shipping address')}</SectionTitle>
      {addresses.length > 0 && <AddressBook {...props} />}
      {chosen === newAddress && (
        <div className={addresses.length > 0 ? styles.form : undefined}>
          <AddressFields
            {...{ format, countries, problemOf }}
            typed={draft.address}
            section="shipping "
            onType={(name, value) => {
              onDraft({ ...draft, address: { ...draft.address, [name]: value } })
              onType(name)
            }}
          />
          {isSignedIn && (
            <div className={styles.rows}>
              <CheckRow
                name="keep_address"
                checked={draft.keepsAddress}
                onChange={(event) => onDraft({ ...draft, keepsAddress: event.target.checked })}
              >
                {t('Save to my address book')}
              </CheckRow>
            </div>
          )}
        </div>
      )}
    </Section>
  )
}

type BookProps = Pick<Props, 'addresses' | 'countries' | 'chosen' | 'onChoose'>

/** Lists the addresses of the address book. An address in a country that the shop does not ship to cannot be chosen. */
function AddressBook({ addresses, countries, chosen, onChoose }: BookProps) {
  const t = useT()
  return (
    <div className={styles.rows}>
      <RadioList
        label={t('Shipping address')}
        name="address"
        value={chosen}
        onChange={onChoose}
        choices={[
          ...addresses.map((address) => ({
            value: address.id,
            label: (
              <>
                <bdi translate="no">
                  {address.firstname} {address.lastname}
                </bdi>{' '}
                <Literal className={styles.phone}>{address.telephone}</Literal>
              </>
            ),
            note: (
              <>
                <bdi translate="no">{address.formatted}</bdi>
                {!isShippedTo(address, countries) && (
                  <span className={styles.unserved}>{t('We do not ship to this country')}</span>
                )}
              </>
            ),
            isOff: !isShippedTo(address, countries),
          })),
          { value: newAddress, label: t('Another address') },
        ]}
      />
    </div>
  )
}
