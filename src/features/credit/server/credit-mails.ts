import type { MailText } from '#features/settings/server/mail-template.ts'
import type { MailWords } from '#features/settings/server/mail-words.service.ts'
import { readHomeCurrency, readPriceFormatter } from '#features/settings/server/settings.service.ts'
import type { Database } from '#server/database/database.ts'
import type { CreditAmounts } from './credit.service.ts'

/** Received credit as shown in mails: the whole amount, and the bonus that the amount includes. */
export type CreditedText = { credited: string; bonus: string | null }

export async function readCreditedText(
  db: Database,
  { creditAmount, bonusAmount }: CreditAmounts,
  language: string,
): Promise<CreditedText> {
  const price = await readPriceFormatter(db, await readHomeCurrency(db), language)
  return { credited: price(creditAmount + bonusAmount), bonus: bonusAmount > 0 ? price(bonusAmount) : null }
}

export function writeCreditedText(
  t: MailWords['t'],
  { credited, bonus }: CreditedText,
): Required<Pick<MailText, 'paragraphs' | 'facts'>> {
  return {
    paragraphs: [
      t('The refund is in your account as store credit now. Your next order uses it first.'),
      ...(bonus ? [t('This includes a bonus of {bonus} from us.', { bonus })] : []),
    ],
    facts: [[t('Store credit'), credited]],
  }
}
