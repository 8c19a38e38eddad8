import { useState } from 'react'
import { useConsole } from '#console/shell/console-context.ts'
import { MoneyField } from '#console/ui/fields/money-field.tsx'
import { Panel } from '#console/ui/layout/panel.tsx'
import { toWirePrice } from '#contract/money/money.ts'
import { convertPrice } from '#features/catalogue/prices.rules.ts'
import type { PricedCurrency } from '#features/settings/conversion.rules.ts'
import type { StaffCurrency } from '#features/settings/settings.staff.contract.ts'
import styles from './rate-effect.module.css'

const maxShown = 7

const toExchange = (currency: StaffCurrency): PricedCurrency => ({
  ...{ code: currency.code, rate: currency.rate, decimals: currency.decimals, roundingAmount: currency.rounding },
  ...{ priceRule: currency.price_rule, priceEnding: currency.price_ending },
  priceAdjustment: currency.price_adjustment,
})

/** Renders an example price in the shop's other currencies. The conversion uses the same rule as the shop. */
export function RateEffect({ currencies }: { currencies: StaffCurrency[] }) {
  const [amount, setAmount] = useState<number | null>(12_800)
  const { currency: homeCurrency } = useConsole().shop
  const own = currencies.find(({ code }) => code === homeCurrency)
  if (!own) return null
  const others = currencies.filter((one) => one !== own).slice(0, maxShown)
  return (
    <Panel
      title="Conversion example"
      actions={<span className={styles.hint}>Prices set by hand are not converted</span>}
    >
      <div className={styles.row}>
        <div className={styles.typed}>
          <MoneyField
            label="Price to convert"
            currency={homeCurrency}
            decimals={own.decimals}
            value={amount}
            onChange={setAmount}
          />
        </div>
        <dl className={styles.prices}>
          {others.map((one) => (
            <div key={one.code}>
              <dt className={styles.code}>{one.code}</dt>
              <dd className={styles.price}>
                <bdi dir="ltr">
                  {amount === null || one.price_rule === 'own'
                    ? '–'
                    : toWirePrice(convertPrice(amount, toExchange(own), toExchange(one)), { ...one, language: 'en' })
                        .price}
                </bdi>
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </Panel>
  )
}
