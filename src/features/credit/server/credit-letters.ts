import { homeCurrency } from '#contract/money/money.ts'
import type { LetterWords } from '#features/settings/server/letter.ts'
import type { MailWords } from '#features/settings/server/mail-words.service.ts'
import { readPriceWriter } from '#features/settings/server/settings.service.ts'
import type { Database } from '#server/database/database.ts'
import type { CreditWorth } from './credit.service.ts'

/** Received credit as mails show it: the whole amount, and the bonus in it. */
export type CreditedText = { credited: string; bonus: string | null }

export async function readCreditedText(
  db: Database,
  { creditAmount, bonusAmount }: CreditWorth,
  language: string,
): Promise<CreditedText> {
  const price = await readPriceWriter(db, homeCurrency, language)
  return { credited: price(creditAmount + bonusAmount), bonus: bonusAmount > 0 ? price(bonusAmount) : null }
}

export function sayCredited(
  t: MailWords['t'],
  { credited, bonus }: CreditedText,
): Required<Pick<LetterWords, 'paragraphs' | 'facts'>> {
  return {
    paragraphs: [
      t('The refund is in your account as store credit now. Your next order uses it first.'),
      ...(bonus ? [t('This includes a bonus of {bonus} from us.', { bonus })] : []),
    ],
    facts: [[t('Store credit'), credited]],
  }
}
