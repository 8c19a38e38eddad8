/** Single keys with their functions. A changed key applies everywhere. */
export const singleKeys: { key: string; does: string }[] = [
  { key: 'j', does: 'Next entry' },
  { key: 'k', does: 'Previous entry' },
  { key: 'x', does: 'Tick' },
  { key: 'n', does: 'What waits next' },
  { key: '/', does: 'Search this list; templates' },
  { key: 'g', does: 'Go to, before the letter of a place' },
  { key: 'z', does: 'Undo' },
  { key: 'a', does: 'Address; approve; answer' },
  { key: 'b', does: 'Pack into parcels' },
  { key: 'c', does: 'New; write; with Shift, cancel an order' },
  { key: 'd', does: 'Received; double' },
  { key: 'e', does: 'Prepare or repack; done; read' },
  { key: 'f', does: 'Reject' },
  { key: 'h', does: 'Hold or release; hide' },
  { key: 'i', does: 'Take it' },
  { key: 'm', does: 'Note' },
  { key: 'p', does: 'Pack; pause' },
  { key: 'r', does: 'Refund a part; send again; receive a parcel' },
  { key: 's', does: 'Ship' },
  { key: 't', does: 'Tags' },
  { key: 'y', does: 'Let the shopper keep it' },
]

/** Replacement keys, by default key. */
export type KeyChanges = Readonly<Record<string, string>>

const isFree = /^[a-z0-9,.;'[\]\-=`\\/]$/
/** Digits set the condition of a received item, and `?` shows all keys. */
const taken: Record<string, string> = { 1: 'As sold', 2: 'Worn', 3: 'Damaged', 4: 'Missing' }

/** Returns why a key cannot replace another one. Returns null if it can. */
export function findKeyProblem(changes: KeyChanges, key: string, wanted: string): string | null {
  if (!singleKeys.some((one) => one.key === key)) return `${showCap(key)} does nothing that could be moved.`
  if (!isFree.test(wanted)) return 'Choose a letter, a digit or a sign that is typed without Shift.'
  const fixed = taken[wanted]
  if (fixed) return `${wanted} is taken: ${fixed}.`
  const other = singleKeys.find((one) => one.key !== key && (changes[one.key] ?? one.key) === wanted)
  return other ? `${showCap(wanted)} is taken: ${other.does}. Move that one first.` : null
}

/** Returns the first problem of all changes. */
export function findChangesProblem(changes: KeyChanges): string | null {
  for (const [key, wanted] of Object.entries(changes)) {
    const problem = findKeyProblem(changes, key, wanted)
    if (problem) return problem
  }
  return null
}

/** Returns the default key of a pressed key. Returns null for a key that was moved away. */
export function readPressed(changes: KeyChanges, pressed: string): string | null {
  const moved = Object.keys(changes).find((key) => changes[key] === pressed)
  if (moved) return moved
  return pressed in changes ? null : pressed
}

const showCap = (key: string) => key.toUpperCase()

/** Returns the key cap to press: `P`, or its replacement. */
export function moveCap(changes: KeyChanges, cap: string): string {
  const moved = changes[cap.toLowerCase()]
  return moved ? showCap(moved) : cap
}

/** Returns the keys to press for hints such as `⇧ C` and `G O`. Keys with Ctrl and those of pages do not change. */
export function moveHint(changes: KeyChanges, hint: string): string[] {
  const [first = '', ...rest] = hint.split(' ')
  if (first === 'Ctrl') return [first, ...rest]
  if (first === 'G' && rest.length > 0) return [moveCap(changes, first), ...rest]
  return [first, ...rest].map((cap) => moveCap(changes, cap))
}
