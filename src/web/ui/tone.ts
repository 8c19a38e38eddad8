/** What a colour means here; it never says it alone, a word stands beside it. */
export type Tone = 'accent' | 'success' | 'warning' | 'info' | 'danger' | 'neutral'
