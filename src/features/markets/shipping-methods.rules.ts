/**
 * Code of the example method that every new shop starts with. The method is free and promises no delivery time, so real
 * orders need another method.
 */
export const exampleShipping = 'example'
