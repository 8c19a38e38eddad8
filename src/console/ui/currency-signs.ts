/** What people write before an amount. Where a currency has none here, its three letters stand there. */
export const currencySigns: Record<string, string> = {
  ...{ ARS: '$', AUD: '$', BDT: '৳', BRL: 'R$', CAD: '$', CLP: '$', CNY: '¥', COP: '$' },
  ...{ CRC: '₡', CZK: 'Kč', DKK: 'kr', DOP: '$', EGP: 'E£', EUR: '€', GBP: '£', GEL: '₾', HKD: '$', HUF: 'Ft' },
  ...{ IDR: 'Rp', ILS: '₪', INR: '₹', ISK: 'kr', JPY: '¥', KRW: '₩', KZT: '₸', MXN: '$', MYR: 'RM', NGN: '₦' },
  ...{ NOK: 'kr', NZD: '$', PHP: '₱', PKR: 'Rs', PLN: 'zł', PYG: '₲', RON: 'lei', RUB: '₽', SEK: 'kr' },
  ...{ SGD: '$', THB: '฿', TRY: '₺', TWD: '$', UAH: '₴', USD: '$', UYU: '$', VND: '₫', ZAR: 'R' },
}
