/** What every shop starts with is marked by this code: it costs nothing and promises nothing, so it is no way to take real orders. */
export const exampleShipping = 'example'
