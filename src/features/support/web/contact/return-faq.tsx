import { returnPolicy } from '#features/returns/returns.rules.ts'
import { ticketReplyHours } from '#features/support/contact.rules.ts'
import { useT } from '#ui/i18n/use-t.ts'
import { Accordion, AccordionRow } from '#ui/layout/accordion.tsx'
import { Section } from '#ui/layout/page.tsx'
import styles from './return-faq.module.css'

/** Answers questions about returns. `categories` are the names of categories whose items cannot be returned. */
export function ReturnFaq({ categories }: { categories: readonly string[] }) {
  const t = useT()
  const days = returnPolicy.windowDays
  return (
    <Section className={styles.faq} aria-label={t('Return policy')}>
      <Accordion>
        <AccordionRow question={t('How long do I have to return something?')} open>
          {categories.length > 0
            ? t(
                'You have {days} days from delivery. These pieces can’t be returned: {categories}, and final sale pieces.',
                { days, categories: categories.join(', ') },
              )
            : t('You have {days} days from delivery. Final sale pieces can’t be returned.', { days })}
        </AccordionRow>
        <AccordionRow question={t('How soon will you answer my request?')}>
          {t('We answer return requests within {returnHours} hours and tickets within {ticketHours} hours, by email.', {
            returnHours: returnPolicy.replyHours,
            ticketHours: ticketReplyHours,
          })}
        </AccordionRow>
        <AccordionRow question={t('When will I get my refund?')}>
          {t('We refund what you paid for the item once it has arrived back with us and has been checked.')}
        </AccordionRow>
      </Accordion>
    </Section>
  )
}
