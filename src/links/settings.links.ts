export const currencyLink = '/account/settingcurrency'
export const languageLink = '/account/settinglanguage'
