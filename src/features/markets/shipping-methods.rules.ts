/**
 * Code of the example method that every new shop starts with. It is free and promises nothing, so real orders need another
 * method.
 */
export const exampleShipping = 'example'
