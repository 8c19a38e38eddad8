import Search from 'lucide-react/icons/search'
import type { ReactNode } from 'react'
import { EmptyView } from '#ui/content/empty-view.tsx'
import { Icon } from '#ui/content/icon.tsx'
import { Notice } from '#ui/content/notice.tsx'
import { Field } from '#ui/fields/field.tsx'
import { OptionList } from '#ui/fields/option-list.tsx'
import type { Choice } from '#ui/fields/radio-list.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { Page, PageStrip, Section } from '#ui/layout/page.tsx'

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

/** Renders a choice among many options, such as languages or currencies, with a search above the list. */
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
