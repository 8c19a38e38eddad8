import { RefreshCw } from 'lucide-react'
import { useId, useState } from 'react'
import { loadAll } from '#console/data/load-all.ts'
import { useCommand } from '#console/data/use-command.ts'
import { usePageData } from '#console/data/use-page-data.ts'
import { EditList } from '#console/form/edit-list.tsx'
import styles from '#console/settings/settings.module.css'
import { settingsLinks } from '#console/settings/settings-menu.ts'
import { SettingsPage } from '#console/settings/settings-page.tsx'
import { type ConsoleContext, useConsole, useMe } from '#console/shell/console-context.ts'
import { useNow, useZone } from '#console/shell/use-now.ts'
import { Button } from '#console/ui/buttons/button.tsx'
import { formatFullMoment } from '#console/ui/format/moment.rules.ts'
import { endCell } from '#console/ui/layout/table.tsx'
import { showToast } from '#console/ui/overlays/toast-store.ts'
import { allowsScope } from '#contract/calls/scopes.ts'
import { toWirePrice } from '#contract/money/money.ts'
import { compareTexts } from '#contract/text/compare.ts'
import { formatRounding } from '#features/settings/console/parts/ending-choices.ts'
import {
  fetchExchangeRates,
  getCurrency,
  getLanguage,
  getSettings,
  listStaffCurrencies,
  listStaffLanguages,
  type ShopSettings,
  type StaffCurrency,
  type StaffLanguage,
} from '#features/settings/settings.staff.contract.ts'
import { joinClasses } from '#ui/content/join-classes.ts'
import { formatFetchResult } from './fetched-rates.rules.ts'
import { HomeCurrency } from './home-currency.tsx'
import { CurrencyDialog, LanguageDialog } from './money-dialogs.tsx'
import own from './money-page.module.css'
import { formatRateAge } from './rate-age.rules.ts'
import { RateEffect } from './rate-effect.tsx'
import { RateSource } from './rate-source.tsx'

export async function loadMoney({ context: { load, shop } }: { context: ConsoleContext }) {
  const [{ data: settings, etag }, currencies, languages] = await Promise.all([
    load(getSettings, {}),
    loadAll(load, listStaffCurrencies, {}),
    loadAll(load, listStaffLanguages, {}),
  ])
  const bySort = (a: { sort: number; code: string }, b: { sort: number; code: string }) =>
    a.sort - b.sort || compareTexts(a.code, b.code)
  return {
    settings,
    etag: etag ?? '',
    // The base currency of the rates comes first.
    currencies: [...currencies].sort(
      (a, b) => Number(b.code === shop.currency) - Number(a.code === shop.currency) || bySort(a, b),
    ),
    languages: [...languages].sort(bySort),
  }
}

/** Renders the languages and currencies of the shop, and an example of a converted price. */
export function MoneyPage() {
  const { settings, etag, currencies, languages } = usePageData<typeof loadMoney>(settingsLinks.money)
  const mayWrite = allowsScope(useMe().scopes, 'settings:write')
  return (
    <SettingsPage
      follows="settings"
      title="Language and currency"
      about="Exchange rates change catalog prices only. Existing orders keep their prices."
    >
      <div className={own.columns}>
        <div className={styles.column}>
          <HomeCurrency {...{ settings, etag, currencies, mayWrite }} />
          <Languages languages={languages} mayWrite={mayWrite} />
          <RateSource settings={settings} etag={etag} mayWrite={mayWrite} />
        </div>
        <div className={styles.column}>
          <Currencies currencies={currencies} rates={settings.exchange_rates} mayWrite={mayWrite} />
          <RateEffect currencies={currencies} />
        </div>
      </div>
    </SettingsPage>
  )
}

/** 10: a shop may have a hundred currencies, but mainly uses the first few. */
const maxShown = 10

type Rates = ShopSettings['exchange_rates']

function Currencies({ currencies, rates, mayWrite }: { currencies: StaffCurrency[]; rates: Rates; mayWrite: boolean }) {
  const fetching = useFetchRates()
  const { currency: homeCurrency } = useConsole().shop
  return (
    <EditList
      title="Currencies"
      addName="Add"
      addLabel="Add currency"
      maxShown={maxShown}
      mayWrite={mayWrite}
      actions={<FetchRates source={rates.source} isBusy={fetching.isBusy} onFetch={fetching.start} />}
      problem={fetching.problem}
      isCompact
      columns={[
        { name: 'Currency' },
        { name: 'Example' },
        { name: `Rate for 1 ${homeCurrency}`, isEnd: true },
        { name: 'Source' },
        { name: 'Rounding', isEnd: true },
      ]}
      rows={currencies}
      call={getCurrency}
      toInput={({ code }) => ({ code })}
      nameOf={({ name }) => name}
      cells={(one) => (
        <>
          <td>
            <b title={one.name}>{one.code}</b>
          </td>
          <td className={styles.second}>
            <bdi dir="ltr">{toWirePrice(123_450 * 10 ** (one.decimals - 2), { ...one, language: 'en' }).price}</bdi>
          </td>
          <td className={endCell}>
            <bdi dir="ltr">{one.rate}</bdi>
          </td>
          <td>
            <RateSourceCell currency={one} />
          </td>
          <td className={endCell}>
            <bdi dir="ltr">{formatRounding(one)}</bdi>
          </td>
        </>
      )}
      dialog={(props) => <CurrencyDialog {...props} />}
    />
  )
}

/** Fetches the day's rates from the source. A source that does not respond is shown as a problem, not as a toast. */
function useFetchRates() {
  const { call } = useConsole()
  const { run, busy, problem } = useCommand()
  const [fetchProblem, setFetchProblem] = useState<string | null>(null)
  function start() {
    setFetchProblem(null)
    return run('fetch', async () => {
      const { toast, problem: problemText } = formatFetchResult((await call(fetchExchangeRates, {})).data)
      setFetchProblem(problemText)
      if (toast) showToast(toast)
    })
  }
  return { start, isBusy: busy !== null, problem: problem ?? fetchProblem }
}

type FetchProps = { source: Rates['source']; isBusy: boolean; onFetch: () => unknown }

function FetchRates({ source, isBusy, onFetch }: FetchProps) {
  const id = useId()
  const isByHand = source === 'manual'
  const reason = 'Rates are entered by hand. Choose a source below to fetch them.'
  return (
    <>
      <Button
        tone="quiet"
        size="small"
        icon={RefreshCw}
        isBusy={isBusy}
        disabled={isByHand}
        title={isByHand ? reason : undefined}
        aria-describedby={isByHand ? id : undefined}
        onClick={onFetch}
      >
        Fetch rates
      </Button>
      {isByHand && (
        <span id={id} className="visually-hidden">
          {reason}
        </span>
      )}
    </>
  )
}

function RateSourceCell({ currency }: { currency: StaffCurrency }) {
  const now = useNow()
  const zone = useZone()
  if (currency.code === useConsole().shop.currency) return <span className={styles.third}>Base</span>
  const { words, isOld } = formatRateAge(currency, now, zone)
  return (
    <time
      className={joinClasses(own.from, isOld ? styles.warning : styles.third)}
      dateTime={currency.rate_as_of}
      title={formatFullMoment(currency.rate_as_of, zone)}
      suppressHydrationWarning
    >
      {words}
    </time>
  )
}

function Languages({ languages, mayWrite }: { languages: StaffLanguage[]; mayWrite: boolean }) {
  return (
    <EditList
      title="Languages"
      addName="Add"
      addLabel="Add language"
      maxShown={maxShown}
      mayWrite={mayWrite}
      isCompact
      columns={[{ name: 'Language' }, { name: 'In English' }]}
      rows={languages}
      call={getLanguage}
      toInput={({ code }) => ({ code })}
      nameOf={({ english_name }) => english_name}
      cells={(one) => (
        <>
          <td className={styles.strong}>
            <bdi lang={one.code}>{one.name}</bdi>
          </td>
          <td className={styles.second}>{one.english_name}</td>
        </>
      )}
      dialog={(props) => <LanguageDialog {...props} />}
    />
  )
}
