import { expect, test } from 'vitest'
import { joinAddress } from './address-line.rules.ts'

const address = {
  firstname: 'Elsa',
  lastname: 'Lindqvist',
  telephone: '+46 31 555 01 90',
  address_1: 'Linnégatan',
  address_2: '',
  city: 'Göteborg',
  state: '',
  country: 'Sweden',
  house_num: '27B',
  postcode: '413 04',
}

test('joins an address with commas, without empty fields', () => {
  expect(joinAddress(address)).toBe('Linnégatan, 27B, Göteborg, Sweden, 413 04')
  expect(joinAddress({ ...address, address_2: 'Apt 4', state: 'Halland' })).toBe(
    'Linnégatan, 27B, Apt 4, Göteborg, Halland, Sweden, 413 04',
  )
})
