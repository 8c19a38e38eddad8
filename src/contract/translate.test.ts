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
  ['Orders over $89', 'Заказы от \u2066$89\u2069'],
  ['Orders over €70', 'Заказы от \u2066€70\u2069'],
  ['No more than 500 characters', 'Не более 500 символов'],
  ['No more than 21 characters', 'Не более 21 символа'],
  ['Gate 7 is yours', 'Gate 7 is yours'],
  ['The merchant’s {own words', 'The merchant’s {own words'],
])('%s reads %s', (id, words) => {
  expect(t(id)).toBe(words)
})

test('a translation may count where the English text only names the value', () => {
  expect(t('Only {amount} left', { amount: 1 })).toBe('Остался 1')
  expect(t('Only {amount} left', { amount: 3 })).toBe('Осталось 3')
})
