import './dialogs.css'

/** The dialogs for pages of the shop, whose own style sheet has the rules. On other pages the widget has them. */
export * from './dialogs.ts'
