/** What a colour means. Colour is never the only sign: a word stands beside it. */
export type Tone = 'accent' | 'success' | 'warning' | 'info' | 'danger' | 'neutral'
