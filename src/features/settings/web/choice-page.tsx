import Search from 'lucide-react/icons/search'
import type { ReactNode } from 'react'
import { useT } from '#web/i18n/use-t.ts'
import { EmptyView } from '#web/ui/empty-view.tsx'
import { Field } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { OptionList } from '#web/ui/option-list.tsx'
import { Page, PageStrip, Section } from '#web/ui/page.tsx'
import type { Choice } from '#web/ui/radio-list.tsx'

type Props = {
  header: ReactNode
  searchLabel: string
  search: string
  onSearch: (text: string) => void
  listLabel: string
  value: string
  onChoose: (value: string) => void
  choices: Choice[]
  notice?: string | false
}

/** One of many, with a search above the list: languages and currencies. */
export function ChoicePage(props: Props) {
  const { header, searchLabel, search, onSearch, listLabel, value, onChoose, choices, notice } = props
  const t = useT()
  return (
    <Page header={header}>
      {notice && (
        <PageStrip>
          <Notice>{notice}</Notice>
        </PageStrip>
      )}
      <Section first>
        <Field
          label={searchLabel}
          type="search"
          autoComplete="off"
          spellCheck={false}
          value={search}
          onChange={(event) => onSearch(event.target.value)}
          end={<Icon of={Search} />}
        />
      </Section>
      <Section flush>
        {choices.length === 0 ? (
          <EmptyView title={t('Nothing matches')} line={t('Try another word.')} />
        ) : (
          <OptionList label={listLabel} choices={choices} value={value} onChoose={onChoose} />
        )}
      </Section>
    </Page>
  )
}
