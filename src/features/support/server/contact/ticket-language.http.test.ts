import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { saveLanguages } from '#features/settings/server/save-settings.service.ts'
import { customers } from '#features/sign-in/server/sign-in.tables.ts'
import { referenceQuestionTypes } from '#reference/question-types.ts'
import { json, type Person, testShop } from '#testing/test-shop.ts'
import { answerTicket } from './contact.staff.service.ts'
import { tickets } from './contact.tables.ts'
import { saveProblemTypes } from './problem-types.ts'

const shop = testShop()
const german = 4

beforeAll(async () => {
  const { db } = shop.shop
  await saveProblemTypes(db, referenceQuestionTypes)
  await saveLanguages(db, [
    { id: 1, code: 'en', ownName: 'English', englishName: 'English' },
    { id: german, code: 'de', ownName: 'Deutsch', englishName: 'German' },
    { id: 13, code: 'ar', ownName: 'العربية', englishName: 'Arabic', direction: 'rtl' },
    { id: 60, code: 'haw', ownName: 'ʻŌlelo Hawaiʻi', englishName: 'Hawaiian' },
  ])
})

const answers = {
  en: /^An answer to your question/,
  de: /^Eine Antwort auf Ihre Frage/,
  ar: /^رد على سؤالك/,
}

/** Sends a ticket with these headers, answers it, and returns the mails. */
async function askAndAnswer(
  person: Person,
  email: string,
  headers: Record<string, string>,
  age = () => Promise.resolve(),
) {
  const sent = await person.fetch(
    '/rest/contact',
    json({ email, message: `Wo ist es, ${email}?`, problem_type: 6 }, headers),
  )
  expect(sent.status).toBe(200)
  const { ticket_no: ticketNo } = (await sent.json()).data
  await age()
  await answerTicket(shop.shop, { ticketNo, body: 'It is on its way.', staffName: 'Ingrid' })
  const [received, answered] = await shop.mailsTo(email)
  return { received, answered, ticketNo }
}

test.each([
  ['picked', 'de', 'ltr', { cookie: 'language=de', 'accept-language': 'ar' }],
  ['preferred by the browser', 'ar', 'rtl', { 'accept-language': 'ar-EG,en;q=0.5' }],
  ['chosen but without shop texts', 'en', 'ltr', { cookie: 'language=haw' }],
  ['unspecified', 'en', 'ltr', {}],
] as const)(
  'for a language that is %s, answers a guest in the language of the first mail',
  async (how, language, direction, headers) => {
    const { received, answered } = await askAndAnswer(shop.stranger(), `${how.slice(0, 5).trim()}@harbor.test`, headers)
    expect(answered?.subject).toMatch(answers[language])
    for (const mail of [received, answered])
      expect(mail?.html).toContain(`<html lang="${language}" dir="${direction}">`)
    expect(answered?.text).toContain('It is on its way.')
  },
)

test('answers a ticket without a stored language in English', async () => {
  const forget = async () => void (await shop.shop.db.update(tickets).set({ languageId: null }))
  const { answered } = await askAndAnswer(shop.stranger(), 'old@harbor.test', { cookie: 'language=de' }, forget)
  expect(answered?.subject).toMatch(answers.en)
})

test('answers a shopper in the language of the account, not of the browser', async () => {
  const ada = await shop.signedIn()
  await shop.shop.db.update(customers).set({ languageId: german }).where(eq(customers.id, ada.id))
  const { received, answered } = await askAndAnswer(ada, ada.email, { cookie: 'language=ar' })
  expect(answered?.subject).toMatch(answers.de)
  for (const mail of [received, answered]) expect(mail?.html).toContain('<html lang="de" dir="ltr">')
})
