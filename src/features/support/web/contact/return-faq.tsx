import { returnPolicy } from '#features/returns/returns.rules.ts'
import { ticketReplyHours } from '#features/support/contact.rules.ts'
import { useT } from '#ui/i18n/use-t.ts'
import { Accordion, AccordionRow } from '#ui/layout/accordion.tsx'
import { Section } from '#ui/layout/page.tsx'
import styles from './return-faq.module.css'

export function ReturnFaq() {
  const t = useT()
  return (
    <Section className={styles.faq} aria-label={t('Return policy')}>
      <Accordion>
        <AccordionRow question={t('How long do I have to return something?')} open>
          {t(
            'You have {days} days from delivery. Swimwear, bags and accessories, lingerie and final sale pieces can’t be returned.',
            { days: returnPolicy.windowDays },
          )}
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
