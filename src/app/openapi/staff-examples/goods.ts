import { productLink } from '#links/catalogue.links.ts'

const dress = { handle: 'ebb-wrap-midi-dress' }
const category = { code: 'linen' }
const coupon = { id: 'LINEN15' }
const advert = { id: '1000000' }
const fileImport = { id: 'xvlmi8nsdk5t9juvafr3868o' }
const sku = { sku: 'EBB-CLA-M' }
const widget = { id: '1000000' }
const text = { id: 1 }
const pictureFile = 'linen-588607fe80b9fcbb.png'

export const goodsExamples: Record<string, object> = {
  // catalogue
  addProductPicture: { ...dress, alt: 'The dress from the front' },
  arrangePictures: {
    ...dress,
    pictures: [{ path: `/catalogue/${pictureFile}`, alt: 'Ebb Wrap Midi Dress in clay' }],
  },
  createPreviewLink: dress,
  deleteProduct: dress,
  editProduct: { ...dress, description: 'Falls to the calf, ties at the side, has pockets.' },
  getStaffProduct: dress,
  listStaffProducts: { status: 'live', q: 'ebb' },
  saveSkuGrid: {
    ...dress,
    skus: [
      {
        sku: 'EBB-CLA-M',
        options: [
          { name: 'Color', value: 'Clay' },
          { name: 'Size', value: 'M' },
        ],
        stock: 12,
        prices: [{ price: { amount: 12800, currency: 'USD' }, compare_at: { amount: 16000, currency: 'USD' } }],
      },
      {
        sku: 'EBB-CLA-L',
        options: [
          { name: 'Color', value: 'Clay' },
          { name: 'Size', value: 'L' },
        ],
        stock: 8,
        prices: [{ price: { amount: 12800, currency: 'USD' } }],
      },
    ],
  },
  deleteCategory: category,
  editCategory: { ...category, sort: 4 },
  getStaffCategory: category,
  listStaffCategories: { q: 'linen' },
  changeStock: { items: [{ sku: 'EBB-CLA-M', by: 20, reason: 'received', note: 'Order 4711 of the mill' }] },
  listStock: { below: 50, q: 'EBB' },
  listStockMoves: sku,
  changePrices: {
    items: [{ sku: 'EBB-CLA-M', currency: 'USD', price: 12800, special: 9900, from: '2026-06-20T00:00:00Z' }],
  },
  endPrice: { id: '3' },
  listSkuPrices: sku,
  // marketing
  editCoupon: { ...coupon, object: 'For everything made of linen' },
  endCoupon: coupon,
  getStaffCoupon: coupon,
  giveStaffCoupon: { ...coupon, email: 'maren@example.com', reason: 'The parcel came a week late' },
  listClaims: coupon,
  listCouponTexts: coupon,
  listCouponUses: { codes: 'LINEN15' },
  listStaffCoupons: { status: 'running', q: 'LINEN' },
  pauseCoupon: coupon,
  resumeCoupon: coupon,
  createWidget: { title: 'Linen week', register: 'subscribe', coupons: ['LINEN15'] },
  editWidget: { ...widget, background_color: '#F3EEE4' },
  getStaffWidget: widget,
  listStaffWidgets: { limit: 1 },
  pauseWidget: widget,
  publishWidget: widget,
  createAdvert: {
    position: 'home',
    kind: 'link',
    picture: { path: `/catalogue/${pictureFile}`, width: 20, height: 20 },
    alt: 'Linen week',
    link: productLink(dress.handle),
  },
  deleteAdvert: advert,
  editAdvert: { ...advert, sort: 2 },
  getAdvertFigures: { ...advert, days: 7 },
  getStaffAdvert: advert,
  listAdvertFigures: { days: 7 },
  listStaffAdverts: { position: 'home' },
  // content
  getPageText: { ...text, language: 'de' },
  getPageVersion: { ...text, version: 2 },
  getPostText: { ...text, language: 'de' },
  getPostVersion: { ...text, version: 4 },
  listPageTexts: text,
  listPageVersions: { ...text, language: 'de' },
  listPostTexts: text,
  listPostVersions: { ...text, language: 'de' },
  removePageText: { ...text, language: 'de' },
  removePostText: { ...text, language: 'de' },
  savePageText: {
    ...text,
    language: 'de',
    title: 'Pflege',
    summary: 'Damit es lange hält',
    body: '## Leinen\nKalt waschen.',
  },
  savePostText: {
    ...text,
    language: 'de',
    title: 'Pflege',
    summary: 'Damit es lange hält',
    body: '## Leinen\nKalt waschen.',
  },
  // imports
  createImport: { kind: 'products', file_name: 'products.csv' },
  getImport: fileImport,
  getWrongRows: fileImport,
  leaveOutRows: { ...fileImport, lines: [2] },
  listImportRows: { ...fileImport, outcome: 'new' },
  listImports: { limit: 1 },
  runImport: fileImport,
  sendImportPictures: fileImport,
  stopImport: fileImport,
  undoImport: fileImport,
}
