import type { StaffCall } from '#contract/calls/staff-call.ts'
import * as adverts from '#features/adverts/adverts.staff.contract.ts'
import * as markets from '#features/markets/markets.staff.contract.ts'
import * as shipping from '#features/markets/shipping-methods.staff.contract.ts'
import * as pages from '#features/pages/pages.staff.contract.ts'
import * as reasons from '#features/returns/return-reasons.staff.contract.ts'
import * as labels from '#features/reviews/review-labels.staff.contract.ts'
import * as settings from '#features/settings/settings.staff.contract.ts'
import * as questions from '#features/support/question-types.staff.contract.ts'
import * as tax from '#features/tax/tax.staff.contract.ts'

/** The short lists, which all have the same five calls. */
export const shortLists = [
  [
    'advert texts',
    adverts.listAdvertTexts,
    adverts.getAdvertText,
    adverts.createAdvertText,
    adverts.editAdvertText,
    adverts.removeAdvertText,
  ],
  ['pages', pages.listPages, pages.getPage, pages.createPage, pages.editPage, pages.removePage],
  ['posts', pages.listPosts, pages.getPost, pages.createPost, pages.editPost, pages.removePost],
  [
    'product tests',
    pages.listProductTests,
    pages.getStaffProductTest,
    pages.createProductTest,
    pages.editProductTest,
    pages.removeProductTest,
  ],
  [
    'navigation',
    pages.listNavigation,
    pages.getNavigationItem,
    pages.createNavigationItem,
    pages.editNavigationItem,
    pages.removeNavigationItem,
  ],
  [
    'currencies',
    settings.listStaffCurrencies,
    settings.getCurrency,
    settings.createCurrency,
    settings.editCurrency,
    settings.removeCurrency,
  ],
  [
    'languages',
    settings.listStaffLanguages,
    settings.getLanguage,
    settings.createLanguage,
    settings.editLanguage,
    settings.removeLanguage,
  ],
  ['markets', markets.listMarkets, markets.getMarket, markets.createMarket, markets.editMarket, markets.removeMarket],
  [
    'shipping methods',
    shipping.listShippingMethods,
    shipping.getShippingMethod,
    shipping.createShippingMethod,
    shipping.editShippingMethod,
    shipping.removeShippingMethod,
  ],
  [
    'tax categories',
    tax.listTaxCategories,
    tax.getTaxCategory,
    tax.createTaxCategory,
    tax.editTaxCategory,
    tax.removeTaxCategory,
  ],
  ['tax rates', tax.listTaxRates, tax.getTaxRate, tax.createTaxRate, tax.editTaxRate, tax.removeTaxRate],
  [
    'tax registrations',
    tax.listTaxRegistrations,
    tax.getTaxRegistration,
    tax.createTaxRegistration,
    tax.editTaxRegistration,
    tax.removeTaxRegistration,
  ],
  [
    'return reasons',
    reasons.listReturnReasons,
    reasons.getReturnReason,
    reasons.createReturnReason,
    reasons.editReturnReason,
    reasons.removeReturnReason,
  ],
  [
    'review labels',
    labels.listStaffReviewLabels,
    labels.getReviewLabel,
    labels.createReviewLabel,
    labels.editReviewLabel,
    labels.removeReviewLabel,
  ],
  [
    'question types',
    questions.listQuestionTypes,
    questions.getQuestionType,
    questions.createQuestionType,
    questions.editQuestionType,
    questions.removeQuestionType,
  ],
] as unknown as [name: string, list: StaffCall, get: StaffCall, create: StaffCall, edit: StaffCall, remove: StaffCall][]
