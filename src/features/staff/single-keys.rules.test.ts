import { describe, expect, test } from 'vitest'
import { findChangesProblem, findKeyProblem, moveHint, readPressed, singleKeys } from './single-keys.rules.ts'

describe('single keys', () => {
  test('stand once each', () => {
    expect(new Set(singleKeys.map(({ key }) => key)).size).toBe(singleKeys.length)
  })

  test('can be moved to one that is free, and not to one that does something', () => {
    expect(findKeyProblem({}, 'p', 'q')).toBeNull()
    expect(findKeyProblem({}, 'p', 's')).toBe('S is taken: Ship. Move that one first.')
    expect(findKeyProblem({ s: 'w' }, 'p', 's')).toBeNull()
    expect(findKeyProblem({ s: 'q' }, 'p', 'q')).toContain('Q is taken: Ship')
    expect(findKeyProblem({}, 'p', '1')).toBe('1 is taken: As sold.')
    for (const wanted of ['', 'P', '?', 'pp', ' ', 'é']) expect(findKeyProblem({}, 'p', wanted)).toContain('Choose')
    expect(findKeyProblem({}, 'w', 'q')).toContain('does nothing')
  })

  test('can change places with each other', () => {
    expect(findChangesProblem({ p: 's', s: 'p' })).toBeNull()
    expect(findChangesProblem({ p: 's' })).toContain('S is taken')
    expect(findChangesProblem({})).toBeNull()
  })

  test('mean what was moved to them, and nothing where they were moved away', () => {
    expect(readPressed({ p: 'q' }, 'q')).toBe('p')
    expect(readPressed({ p: 'q' }, 'p')).toBeNull()
    expect(readPressed({ p: 'q' }, 's')).toBe('s')
    expect(readPressed({ p: 's', s: 'p' }, 'p')).toBe('s')
  })

  test('are shown as they are to be pressed; those with Ctrl and the letters of places stay', () => {
    const changes = { c: 'q', k: 'w', g: ';', o: 'u' }
    expect(moveHint(changes, '⇧ C')).toEqual(['⇧', 'Q'])
    expect(moveHint(changes, 'Ctrl K')).toEqual(['Ctrl', 'K'])
    expect(moveHint(changes, 'G O')).toEqual([';', 'O'])
    expect(moveHint(changes, 'J K')).toEqual(['J', 'W'])
  })
})
