/** Single-key shortcuts with their functions. A changed key applies everywhere. */
export const singleKeys: { key: string; description: string }[] = [
  { key: 'j', description: 'Next entry' },
  { key: 'k', description: 'Previous entry' },
  { key: 'x', description: 'Select' },
  { key: 'n', description: 'Next waiting row' },
  { key: '/', description: 'Search this list, or open the templates' },
  { key: 'g', description: 'Go to a page (followed by the letter of the page)' },
  { key: 'z', description: 'Undo' },
  { key: 'a', description: 'Change the address, approve a return, or answer' },
  { key: 'b', description: 'Pack into parcels' },
  { key: 'c', description: 'Create an entry, or write an email (with Shift: cancel an order)' },
  { key: 'd', description: 'Mark as received, or duplicate' },
  { key: 'e', description: 'Prepare or repack, mark as done, or mark as read' },
  { key: 'f', description: 'Reject' },
  { key: 'h', description: 'Hold or release an order, or hide a review' },
  { key: 'i', description: 'Assign to me' },
  { key: 'm', description: 'Add note' },
  { key: 'p', description: 'Pack an order, or pause a coupon' },
  { key: 'r', description: 'Refund part, send again, or receive a parcel' },
  { key: 's', description: 'Ship' },
  { key: 't', description: 'Tags' },
  { key: 'y', description: 'Let the shopper keep it' },
]

/** Replacement keys, by default key. */
export type KeyChanges = Readonly<Record<string, string>>

const isFree = /^[a-z0-9,.;'[\]\-=`\\/]$/
/** Keys that cannot be assigned: digits set the condition of a received item, and `?` shows all shortcuts. */
const taken: Record<string, string> = { 1: 'As sold', 2: 'Worn', 3: 'Damaged', 4: 'Missing' }

/** Returns why a key cannot replace another key. Returns null if the replacement is possible. */
export function findKeyProblem(changes: KeyChanges, key: string, newKey: string): string | null {
  if (!singleKeys.some((one) => one.key === key)) return `${formatKey(key)} is not a shortcut that you can change.`
  if (!isFree.test(newKey)) return 'Choose a letter, a digit or a sign that is typed without Shift.'
  const fixed = taken[newKey]
  if (fixed) return `${newKey} is already used for: ${fixed}.`
  const other = singleKeys.find((one) => one.key !== key && (changes[one.key] ?? one.key) === newKey)
  return other ? `${formatKey(newKey)} is already used for: ${other.description}. Change that shortcut first.` : null
}

/** Returns the first problem of all changes. */
export function findChangesProblem(changes: KeyChanges): string | null {
  for (const [key, newKey] of Object.entries(changes)) {
    const problem = findKeyProblem(changes, key, newKey)
    if (problem) return problem
  }
  return null
}

/**
 * Returns the default key that a pressed key stands for. Returns null for a default key that was replaced by another
 * key.
 */
export function findOriginalKey(changes: KeyChanges, pressed: string): string | null {
  const remapped = Object.keys(changes).find((key) => changes[key] === pressed)
  if (remapped) return remapped
  return pressed in changes ? null : pressed
}

const formatKey = (key: string) => key.toUpperCase()

/** Returns the key cap to press for a default key: the default itself, such as `P`, or its replacement. */
export function remapKey(changes: KeyChanges, cap: string): string {
  const remapped = changes[cap.toLowerCase()]
  return remapped ? formatKey(remapped) : cap
}

/** Returns the keys to press for hints such as `⇧ C` and `G O`. Shortcuts with Ctrl and the second key after G do not change. */
export function remapHint(changes: KeyChanges, hint: string): string[] {
  const [first = '', ...rest] = hint.split(' ')
  if (first === 'Ctrl') return [first, ...rest]
  if (first === 'G' && rest.length > 0) return [remapKey(changes, first), ...rest]
  return [first, ...rest].map((cap) => remapKey(changes, cap))
}
