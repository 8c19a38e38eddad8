import { describe, expect, test } from 'vitest'
import { findChangesProblem, findKeyProblem, findOriginalKey, remapHint, singleKeys } from './single-keys.rules.ts'

describe('single-key shortcuts', () => {
  test('are unique', () => {
    expect(new Set(singleKeys.map(({ key }) => key)).size).toBe(singleKeys.length)
  })

  test('can be changed to a free key, but not to a key that is already used', () => {
    expect(findKeyProblem({}, 'p', 'q')).toBeNull()
    expect(findKeyProblem({}, 'p', 's')).toBe('S is already used for: Ship. Change that shortcut first.')
    expect(findKeyProblem({ s: 'w' }, 'p', 's')).toBeNull()
    expect(findKeyProblem({ s: 'q' }, 'p', 'q')).toContain('Q is already used for: Ship. Change that shortcut first.')
    expect(findKeyProblem({}, 'p', '1')).toBe('1 is already used for: As sold.')
    for (const key of ['', 'P', '?', 'pp', ' ', 'é']) expect(findKeyProblem({}, 'p', key)).toContain('Choose')
    expect(findKeyProblem({}, 'w', 'q')).toContain('is not a shortcut')
  })

  test('can be swapped', () => {
    expect(findChangesProblem({ p: 's', s: 'p' })).toBeNull()
    expect(findChangesProblem({ p: 's' })).toContain('S is already used for')
    expect(findChangesProblem({})).toBeNull()
  })

  test('work on their new key, and no longer on their default key', () => {
    expect(findOriginalKey({ p: 'q' }, 'q')).toBe('p')
    expect(findOriginalKey({ p: 'q' }, 'p')).toBeNull()
    expect(findOriginalKey({ p: 'q' }, 's')).toBe('s')
    expect(findOriginalKey({ p: 's', s: 'p' }, 'p')).toBe('s')
  })

  test('are shown with their changed keys, except for shortcuts with Ctrl and the second key after G', () => {
    const changes = { c: 'q', k: 'w', g: ';', o: 'u' }
    expect(remapHint(changes, '⇧ C')).toEqual(['⇧', 'Q'])
    expect(remapHint(changes, 'Ctrl K')).toEqual(['Ctrl', 'K'])
    expect(remapHint(changes, 'G O')).toEqual([';', 'O'])
    expect(remapHint(changes, 'J K')).toEqual(['J', 'W'])
  })
})
