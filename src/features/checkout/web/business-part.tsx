import { Field } from '#ui/fields/field.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { Section, SectionTitle } from '#ui/layout/page.tsx'
import type { CheckoutDraft } from './checkout-draft.ts'

type Props = { draft: CheckoutDraft; problem: string | undefined; onDraft: (draft: CheckoutDraft) => void }

/** Renders the optional fields of a business buyer. */
export function BusinessPart({ draft, problem, onDraft }: Props) {
  const t = useT()
  return (
    <Section aria-labelledby="checkout-business">
      <SectionTitle id="checkout-business">{t('For businesses (optional)')}</SectionTitle>
      <Field
        label={t('Company')}
        name="company"
        autoComplete="organization"
        maxLength={100}
        value={draft.company}
        onChange={(event) => onDraft({ ...draft, company: event.target.value })}
      />
      <Field
        label={t('VAT number')}
        name="vat_number"
        dir="ltr"
        maxLength={40}
        value={draft.vatNumber}
        error={problem && t(problem)}
        onChange={(event) => onDraft({ ...draft, vatNumber: event.target.value })}
      />
    </Section>
  )
}
