import './dialogs.css'

/**
 * The dialogs for pages of the shop, whose style sheet contains the rules of the dialogs. On other pages, the style
 * sheet of the widget contains these rules.
 */
export * from './dialogs.ts'
