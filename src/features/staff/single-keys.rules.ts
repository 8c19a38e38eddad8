/** Single-key shortcuts with their functions. A changed key applies everywhere. */
export const singleKeys: { key: string; description: string }[] = [
  { key: 'j', description: 'Next entry' },
  { key: 'k', description: 'Previous entry' },
  { key: 'x', description: 'Tick' },
  { key: 'n', description: 'What waits next' },
  { key: '/', description: 'Search this list; templates' },
  { key: 'g', description: 'Go to, before the letter of a place' },
  { key: 'z', description: 'Undo' },
  { key: 'a', description: 'Address; approve; answer' },
  { key: 'b', description: 'Pack into parcels' },
  { key: 'c', description: 'New; write; with Shift, cancel an order' },
  { key: 'd', description: 'Received; double' },
  { key: 'e', description: 'Prepare or repack; done; read' },
  { key: 'f', description: 'Reject' },
  { key: 'h', description: 'Hold or release; hide' },
  { key: 'i', description: 'Take it' },
  { key: 'm', description: 'Note' },
  { key: 'p', description: 'Pack; pause' },
  { key: 'r', description: 'Refund a part; send again; receive a parcel' },
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
  if (!singleKeys.some((one) => one.key === key)) return `${formatKey(key)} does nothing that could be moved.`
  if (!isFree.test(newKey)) return 'Choose a letter, a digit or a sign that is typed without Shift.'
  const fixed = taken[newKey]
  if (fixed) return `${newKey} is taken: ${fixed}.`
  const other = singleKeys.find((one) => one.key !== key && (changes[one.key] ?? one.key) === newKey)
  return other ? `${formatKey(newKey)} is taken: ${other.description}. Move that one first.` : null
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
