import { expect, test } from 'vitest'
import { createTranslate } from './translate.ts'

const t = createTranslate({
  language: 'ru',
  catalogue: {
    Cancel: 'Отмена',
    'Orders over {figure}': 'Заказы от {figure}',
    'No more than {figure} characters':
      'Не более {figure, plural, one {# символа} few {# символов} many {# символов} other {# символа}}',
    'Only {amount} left': '{amount, plural, one {Остался #} other {Осталось #}}',
  },
})

test.each([
  ['Cancel', 'Отмена'],
  ['Orders over $89', 'Заказы от $89'],
  ['Orders over €70', 'Заказы от €70'],
  ['No more than 500 characters', 'Не более 500 символов'],
  ['No more than 21 characters', 'Не более 21 символа'],
  ['Gate 7 is yours', 'Gate 7 is yours'],
  ['The merchant’s {own words', 'The merchant’s {own words'],
])('translates %s as %s', (id, words) => {
  expect(t(id)).toBe(words)
})

test('allows a plural in a translation of a plain English value', () => {
  expect(t('Only {amount} left', { amount: 1 })).toBe('Остался 1')
  expect(t('Only {amount} left', { amount: 3 })).toBe('Осталось 3')
})

test('isolates names, codes and amounts in right-to-left languages, but not numbers and translated words', () => {
  const arabic = createTranslate({
    language: 'ar',
    catalogue: {
      'Your order {order}': 'طلبك {order}',
      'Orders over {figure}': 'الطلبات التي تزيد عن {figure}',
      'We have mailed a link to {email}.': 'أرسلنا رابطًا إلى {email}.',
      '{from} to {to} working days': 'من {from} إلى {to} أيام عمل',
      Express: 'سريع',
    },
  })
  expect(arabic('Your order {order}', { order: 'HB6Q2X8WM4KT9' })).toBe('طلبك \u2068HB6Q2X8WM4KT9\u2069')
  expect(arabic('We have mailed a link to {email}.', { email: 'ada@harbor.test' })).toBe(
    'أرسلنا رابطًا إلى \u2068ada@harbor.test\u2069.',
  )
  expect(arabic('Orders over $89')).toBe('الطلبات التي تزيد عن \u2068$89\u2069')
  expect(arabic('{from} to {to} working days', { from: 1, to: 3 })).toBe('من 1 إلى 3 أيام عمل')
  expect(arabic('Express')).toBe('سريع')
  expect(arabic('DHL Express (2)')).toBe('\u2068DHL Express (2)\u2069')
  expect(arabic('')).toBe('')
})
