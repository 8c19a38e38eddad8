import './dialogs.css'

/** For a page of the shop, which brings the rules in its own sheet; on other pages they are the widget's. */
export * from './dialogs.ts'
