import type { DocumentLine, DocumentSnapshot } from '#features/documents/document-snapshot.rules.ts'
import type { PackingSlip, ReturnSlip } from '#features/documents/slip-snapshot.rules.ts'

type LineValues = Pick<DocumentLine, 'sku' | 'name' | 'unit_price' | 'net' | 'tax'> & Partial<DocumentLine>

export function createLine(values: LineValues): DocumentLine {
  return {
    options: [],
    hs_code: '',
    quantity: 1,
    discount: 0,
    tax_rate: 20_000,
    gross: values.net + values.tax,
    ...values,
  }
}

const berlin: DocumentSnapshot['seller'] = {
  name: 'Nordufer Mode GmbH',
  address_lines: ['Prinzessinnenstraße 20', '10969 Berlin'],
  street: 'Prinzessinnenstraße 20',
  postcode: '10969',
  city: 'Berlin',
  country: 'DE',
  vat_number: 'DE123456789',
  tax_number: '37/512/40218',
  registration: '',
  email: 'hello@harbor.example',
  phone: '',
  site: 'harbor.example',
  register_lines: ['Amtsgericht Charlottenburg, Berlin', 'HRB 198765 B', 'Managing director: Mara Keller'],
}

const euro = { code: 'EUR', symbol_left: '€', symbol_right: '', decimals: 2 }

/** An invoice from Berlin to France with gross prices and VAT under OSS. */
export const invoice: DocumentSnapshot = {
  kind: 'invoice',
  number: '2026-004871',
  series: '2026',
  issued_at: '2026-11-12',
  supplied_at: '2026-11',
  language: 'en',
  currency: euro,
  brand: { name: 'Harbor', mark: 'harbor' },
  seller: berlin,
  buyer: {
    name: 'Camille Laurent',
    company: '',
    address_lines: ['12 rue Sainte-Catherine', '69001 Lyon'],
    street: '12 rue Sainte-Catherine',
    postcode: '69001',
    city: 'Lyon',
    country: 'FR',
    vat_number: '',
  },
  order: {
    number: 'HB6R3N8KW2TX5',
    placed_at: '2026-11-12',
    reference: '',
    link: 'https://harbor.example/o/HB6R3N8KW2TX5',
    short_link: 'harbor.example/orders',
    returns_until: '2026-11-28',
  },
  payment: { method: 'Visa ···· 4242', paid_at: '2026-11-12', due_at: null, transfer: null },
  lines: [
    createLine({
      sku: 'EBB-CLY-M',
      name: 'Ebb Wrap Midi Dress',
      options: ['Clay', 'M'],
      unit_price: 8900,
      discount: -392,
      net: 7090,
      tax: 1418,
    }),
    createLine({
      sku: 'SAI-BLU-S',
      name: 'Sailcloth Stripe Shirt',
      options: ['Blue Stripe', 'S'],
      unit_price: 5900,
      discount: -260,
      net: 4700,
      tax: 940,
    }),
    createLine({
      sku: 'FIS-OAT-L',
      name: 'Fisher Cable Sweater',
      options: ['Oat', 'L'],
      unit_price: 7900,
      discount: -348,
      net: 6293,
      tax: 1259,
    }),
  ],
  shipping: [createLine({ sku: '', name: 'Shipping, Standard', unit_price: 790, net: 658, tax: 132 })],
  taxes: [{ country: 'FR', region: '', rate: 20_000, net: 18_741, tax: 3749, gross: 22_490 }],
  totals: {
    items: 22_700,
    discount: -1000,
    coupon_code: 'HELLO10',
    shipping: 790,
    net: 18_741,
    tax: 3749,
    total: 22_490,
    paid: 22_490,
    remaining: 0,
  },
  tax: {
    name: 'vat',
    treatment: 'oss',
    display: 'included',
    rounding: 'line',
    notes: ['Reported in the EU One-Stop Shop (OSS) under DE123456789.', 'VAT is rounded per line.'],
  },
  credit: null,
}

/** The credit note for one item of the invoice above. */
export const creditNote: DocumentSnapshot = {
  ...invoice,
  kind: 'credit_note',
  number: 'C2026-000312',
  series: 'C2026',
  issued_at: '2026-11-17',
  lines: [
    createLine({
      sku: 'SAI-BLU-S',
      name: 'Sailcloth Stripe Shirt',
      options: ['Blue Stripe', 'S'],
      unit_price: -5900,
      discount: 260,
      net: -4700,
      tax: -940,
    }),
  ],
  shipping: [],
  taxes: [{ country: 'FR', region: '', rate: 20_000, net: -4700, tax: -940, gross: -5640 }],
  totals: {
    items: -5900,
    discount: 260,
    coupon_code: 'HELLO10',
    shipping: 0,
    net: -4700,
    tax: -940,
    total: -5640,
    paid: -5640,
    remaining: 0,
  },
  tax: { ...invoice.tax, notes: ['Reported in the EU One-Stop Shop (OSS) under DE123456789.'] },
  credit: {
    invoice_number: '2026-004871',
    invoice_date: '2026-11-12',
    reason: 'the shirt arrived with a torn cuff. You keep it.',
    refunded_at: '2026-11-17',
    invoice: { net: 18_741, tax: 3749, gross: 22_490 },
    left: { net: 14_041, tax: 2809, gross: 16_850 },
  },
}

/** An invoice from Berlin to a business in Austria: net prices, no VAT, payable by bank transfer. */
export const germanInvoice: DocumentSnapshot = {
  ...invoice,
  number: '2026-004880',
  language: 'de',
  supplied_at: '2026-11-12',
  currency: { code: 'EUR', symbol_left: '', symbol_right: '€', decimals: 2 },
  buyer: {
    name: 'Frau Eva Steiner',
    company: 'Donauwarte Hotelbetriebs GmbH',
    address_lines: ['Obere Donaustraße 43', '1020 Wien'],
    street: 'Obere Donaustraße 43',
    postcode: '1020',
    city: 'Wien',
    country: 'AT',
    vat_number: 'ATU12345675',
  },
  seller: {
    ...berlin,
    register_lines: ['Amtsgericht Charlottenburg, Berlin', 'HRB 198765 B', 'Geschäftsführerin: Mara Keller'],
  },
  order: {
    ...invoice.order,
    number: 'HB8W2M5TK9QD4',
    reference: 'EK-2026-0417',
    link: 'https://harbor.example/o/HB8W2M5TK9QD4',
  },
  payment: {
    method: '',
    paid_at: null,
    due_at: '2026-11-26',
    transfer: { name: 'Nordufer Mode GmbH', iban: 'DE02120300000000202051', bic: 'BYLADEM1001' },
  },
  lines: [
    createLine({
      sku: 'SAI-BLU-S',
      name: 'Hemd Sailcloth',
      options: ['Blau gestreift', 'S'],
      quantity: 6,
      unit_price: 4950,
      discount: -1485,
      net: 28_215,
      tax: 0,
      tax_rate: 0,
    }),
    createLine({
      sku: 'SAI-BLU-M',
      name: 'Hemd Sailcloth',
      options: ['Blau gestreift', 'M'],
      quantity: 8,
      unit_price: 4950,
      discount: -1980,
      net: 37_620,
      tax: 0,
      tax_rate: 0,
    }),
    createLine({
      sku: 'TID-PET-38',
      name: 'Hose Tideline',
      options: ['Petrol', '38'],
      quantity: 9,
      unit_price: 7050,
      discount: -3173,
      net: 60_277,
      tax: 0,
      tax_rate: 0,
    }),
    createLine({
      sku: 'FIS-OAT-L',
      name: 'Pullover Fisher',
      options: ['Hafer', 'L'],
      quantity: 5,
      unit_price: 6640,
      discount: -1660,
      net: 31_540,
      tax: 0,
      tax_rate: 0,
    }),
  ],
  shipping: [createLine({ sku: '', name: 'Versand nach Wien', unit_price: 1850, net: 1850, tax: 0, tax_rate: 0 })],
  taxes: [{ country: 'DE', region: '', rate: 0, net: 159_502, tax: 0, gross: 159_502 }],
  totals: {
    items: 165_950,
    discount: -8298,
    coupon_code: '',
    shipping: 1850,
    net: 159_502,
    tax: 0,
    total: 159_502,
    paid: 0,
    remaining: 159_502,
  },
  tax: {
    name: 'vat',
    treatment: 'intra_community',
    display: 'added',
    rounding: 'line',
    notes: [
      'Steuerfreie innergemeinschaftliche Lieferung nach § 4 Nr. 1 Buchst. b und § 6a UStG (Art. 138 MwStSystRL).',
    ],
  },
}

/** An invoice of a Japanese seller: two rates, each rounded once per document. */
export const japaneseInvoice: DocumentSnapshot = {
  ...invoice,
  number: '2026-000318',
  language: 'ja',
  supplied_at: '2026-11-12',
  currency: { code: 'JPY', symbol_left: '¥', symbol_right: '', decimals: 0 },
  seller: {
    ...berlin,
    name: '株式会社ハーバー・ジャパン',
    address_lines: ['〒150-0001 東京都渋谷区', '神宮前4丁目26-18'],
    street: '神宮前4丁目26-18',
    postcode: '150-0001',
    city: '東京都渋谷区',
    country: 'JP',
    vat_number: '',
    tax_number: '',
    registration: 'T1234567890123',
    register_lines: ['代表取締役 ケラー 真良'],
  },
  buyer: {
    name: '佐藤 美咲',
    company: '',
    address_lines: ['〒231-0023', '神奈川県横浜市中区山下町18-1', 'シーサイド山下 402号室'],
    street: '山下町18-1',
    postcode: '231-0023',
    city: '横浜市',
    country: 'JP',
    vat_number: '',
  },
  order: { ...invoice.order, number: 'HB7M3K8TW2QX5' },
  lines: [
    createLine({
      sku: 'EBB-CLY-M',
      name: 'エブ ラップ ミディドレス',
      options: ['クレイ', 'M'],
      unit_price: 14_800,
      discount: -375,
      net: 13_114,
      tax: 1311,
      tax_rate: 10_000,
    }),
    createLine({
      sku: 'SAI-BLU-S',
      name: 'セイルクロス ストライプシャツ',
      options: ['ブルーストライプ', 'S'],
      unit_price: 9800,
      discount: -249,
      net: 8683,
      tax: 868,
      tax_rate: 10_000,
    }),
    createLine({
      sku: 'FIS-OAT-L',
      name: 'フィッシャー ケーブルセーター',
      options: ['オート', 'L'],
      unit_price: 13_200,
      discount: -335,
      net: 11_695,
      tax: 1170,
      tax_rate: 10_000,
    }),
    createLine({
      sku: 'TEA-HOJ-100',
      name: '焙じ茶 缶入り ※',
      options: ['100 g'],
      unit_price: 1620,
      discount: -41,
      net: 1463,
      tax: 116,
      tax_rate: 8000,
    }),
  ],
  shipping: [createLine({ sku: '', name: '送料', unit_price: 660, net: 600, tax: 60, tax_rate: 10_000 })],
  taxes: [
    { country: 'JP', region: '', rate: 10_000, net: 34_092, tax: 3409, gross: 37_501 },
    { country: 'JP', region: '', rate: 8000, net: 1463, tax: 116, gross: 1579 },
  ],
  totals: {
    items: 39_420,
    discount: -1000,
    coupon_code: 'HELLO1000',
    shipping: 660,
    net: 35_555,
    tax: 3525,
    total: 39_080,
    paid: 39_080,
    remaining: 0,
  },
  tax: {
    name: 'vat',
    treatment: 'domestic',
    display: 'included',
    rounding: 'document',
    notes: ['※ 軽減税率対象。消費税の端数は税率ごとに1回、切り捨て。'],
  },
}

/** An export from Berlin to Kuwait in a currency with three decimals. */
export const arabicInvoice: DocumentSnapshot = {
  ...invoice,
  number: '2026-004863',
  language: 'ar',
  currency: { code: 'KWD', symbol_left: '', symbol_right: 'د.ك', decimals: 3 },
  buyer: {
    name: 'نورة العتيبي',
    company: '',
    address_lines: ['قطعة 4، شارع 12، منزل 27', 'السالمية 22001'],
    street: 'شارع 12',
    postcode: '22001',
    city: 'السالمية',
    country: 'KW',
    vat_number: '',
  },
  order: { ...invoice.order, number: 'HB3T7K2MW9QX6' },
  lines: [
    createLine({
      sku: 'EBB-CLY-M',
      name: 'فستان «إب» الملفوف',
      options: ['طيني', 'M'],
      hs_code: '6204.44',
      unit_price: 28_500,
      discount: -2850,
      net: 25_650,
      tax: 0,
      tax_rate: 0,
    }),
    createLine({
      sku: 'SAI-BLU-S',
      name: 'قميص «سيلكلوث» المقلّم',
      options: ['أزرق مقلّم', 'S'],
      hs_code: '6206.30',
      unit_price: 18_900,
      discount: -1890,
      net: 17_010,
      tax: 0,
      tax_rate: 0,
    }),
    createLine({
      sku: 'FIS-OAT-L',
      name: 'كنزة «فيشر» المجدولة',
      options: ['شوفاني', 'L'],
      hs_code: '6110.11',
      unit_price: 25_300,
      discount: -2530,
      net: 22_770,
      tax: 0,
      tax_rate: 0,
    }),
  ],
  shipping: [createLine({ sku: '', name: 'الشحن السريع', unit_price: 4000, net: 4000, tax: 0, tax_rate: 0 })],
  taxes: [{ country: 'DE', region: '', rate: 0, net: 69_430, tax: 0, gross: 69_430 }],
  totals: {
    items: 72_700,
    discount: -7270,
    coupon_code: 'HELLO10',
    shipping: 4000,
    net: 69_430,
    tax: 0,
    total: 69_430,
    paid: 69_430,
    remaining: 0,
  },
  tax: {
    name: 'vat',
    treatment: 'export',
    display: 'included',
    rounding: 'line',
    notes: ['تصدير معفى من الضريبة: المادة 146، التوجيه \u20662006/112/EC\u2069'],
  },
}

/** An American invoice: tax is added at checkout, printed on Letter. */
export const americanInvoice: DocumentSnapshot = {
  ...invoice,
  currency: { code: 'USD', symbol_left: '$', symbol_right: '', decimals: 2 },
  seller: {
    ...berlin,
    name: 'Harbor Goods LLC',
    address_lines: ['18 Ropewalk Lane', 'Portland, ME 04101'],
    street: '18 Ropewalk Lane',
    postcode: '04101',
    city: 'Portland',
    country: 'US',
    vat_number: '',
    tax_number: '',
    register_lines: [],
  },
  buyer: {
    name: 'Ada Lind',
    company: '',
    address_lines: ['250 W 57th St', 'New York, NY 10107'],
    street: '250 W 57th St',
    postcode: '10107',
    city: 'New York',
    country: 'US',
    vat_number: '',
  },
  lines: [
    createLine({
      sku: 'EBB-CLY-M',
      name: 'Ebb Wrap Midi Dress',
      options: ['Clay', 'M'],
      unit_price: 8900,
      net: 8900,
      tax: 790,
      tax_rate: 8875,
    }),
  ],
  shipping: [createLine({ sku: '', name: 'Shipping, Standard', unit_price: 790, net: 790, tax: 70, tax_rate: 8875 })],
  taxes: [{ country: 'US', region: 'NY', rate: 8875, net: 9690, tax: 860, gross: 10_550 }],
  totals: {
    items: 8900,
    discount: 0,
    coupon_code: '',
    shipping: 790,
    net: 9690,
    tax: 860,
    total: 10_550,
    paid: 10_550,
    remaining: 0,
  },
  tax: { name: 'tax', treatment: 'destination', display: 'added', rounding: 'line', notes: [] },
}

/** An invoice with so many rows that it has several pages. */
export function createLongInvoice(count: number): DocumentSnapshot {
  const lines = Array.from({ length: count }, (_, index) =>
    createLine({
      sku: `SKU-${index + 1}`,
      name: `Column Maxi Dress ${index + 1}`,
      options: ['Slate', 'M'],
      unit_price: 12_000,
      net: 10_000,
      tax: 2000,
    }),
  )
  const [net, tax] = [10_000 * count, 2000 * count]
  return {
    ...invoice,
    lines,
    shipping: [],
    taxes: [{ country: 'FR', region: '', rate: 20_000, net, tax, gross: net + tax }],
    totals: {
      ...invoice.totals,
      items: net + tax,
      discount: 0,
      coupon_code: '',
      shipping: 0,
      net,
      tax,
      total: net + tax,
      paid: net + tax,
    },
  }
}

const slipHead = { brand: invoice.brand, seller: berlin, printed_at: '2026-11-12' }
const slipItem = { quantity: 1, picture: null, bin: '', paid: 0 }

/** The packing slip of the order of the first example. */
export const packingSlip: PackingSlip = {
  ...slipHead,
  order: { number: 'HB6R3N8KW2TX5', placed_at: '2026-11-12' },
  recipient: ['Camille Laurent', '12 rue Sainte-Catherine', '69001 Lyon', 'France', '+33 6 39 98 01 42'],
  parcel: { number: 1, of: 1 },
  carrier: 'Colissimo, to the door',
  tracking_number: '6A19873450218',
  weight_grams: 1400,
  currency: euro,
  items: [
    { ...slipItem, sku: 'EBB-CLY-M', name: 'Ebb Wrap Midi Dress', options: ['Clay', 'M'], bin: 'A-04-2', paid: 8508 },
    {
      ...slipItem,
      sku: 'SAI-BLU-S',
      name: 'Sailcloth Stripe Shirt',
      options: ['Blue Stripe', 'S'],
      bin: 'A-11-1',
      paid: 5640,
    },
    { ...slipItem, sku: 'FIS-OAT-L', name: 'Fisher Cable Sweater', options: ['Oat', 'L'], bin: 'C-02-3', paid: 7552 },
  ],
  gift: null,
  returns: {
    link: 'https://harbor.example/returns/start?order=HB6R3N8KW2TX5',
    short_link: 'harbor.example/returns',
    until: '2026-11-28',
    needs_account: false,
  },
}

/** A present from one person to another. */
export const giftSlip: PackingSlip = {
  ...packingSlip,
  order: { number: 'HB9T4M7QD2KX6', placed_at: '2026-11-12' },
  recipient: ['Maren Lindqvist', 'Södra Hamngatan 9', '411 14 Göteborg', 'Sweden'],
  gift: { message: 'Happy birthday, Maren. May the winter be short and the sweater warm.', from: 'Jonas Weber' },
}

/** The slip for the return of two items. */
export const returnSlip: ReturnSlip = {
  ...slipHead,
  number: 'RT5K8D2W7QX4N',
  order_number: 'HB6R3N8KW2TX5',
  send_to: ['Nordufer Mode GmbH', 'Prinzessinnenstraße 20', '10969 Berlin, Germany'],
  send_by: '2026-11-28',
  from: 'Camille Laurent, 69001 Lyon, France',
  items: [
    { ...slipItem, sku: 'EBB-CLY-M', name: 'Ebb Wrap Midi Dress', options: ['Clay', 'M'], reason: 'Too small' },
    { ...slipItem, sku: 'FIS-OAT-L', name: 'Fisher Cable Sweater', options: ['Oat', 'L'], reason: 'Not as expected' },
  ],
}
