import { beforeEach, expect, test, vi } from 'vitest'
import { isRecord, isText } from './drafts.ts'
import { createDraftSaver, defineDraft } from './use-draft.ts'

let kept: Record<string, string>

beforeEach(() => {
  kept = {}
  vi.stubGlobal('document', { cookie: 'member_id=ada' })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, value: string) => void Object.assign(kept, { [key]: value }),
    removeItem: (key: string) => void delete kept[key],
  })
})

const notes = defineDraft<{ text: string }>('note', {
  parse: (value) => (isRecord(value) && isText(value.text) ? { text: value.text } : null),
  isEmpty: ({ text }) => text === '',
})

test('stores a draft under its own id only', () => {
  notes.keep({ text: 'of the first' }, '1')
  notes.keep({ text: 'of all' })
  expect(notes.read('1')).toEqual({ text: 'of the first' })
  expect(notes.read('2')).toBe(null)
  expect(notes.read()).toEqual({ text: 'of all' })
  notes.forget('1')
  expect(notes.read('1')).toBe(null)
  expect(notes.read()).toEqual({ text: 'of all' })
})

test('deletes the draft of an empty form', () => {
  notes.keep({ text: 'something' }, '1')
  notes.keep({ text: '' }, '1')
  expect(kept).toEqual({})
})

test.each(['{', 'null', '7', '{"text":7}', '[]'])('rejects the stored value %s as a draft', (text) => {
  kept['draft:ada:note:1'] = text
  expect(notes.read('1')).toBe(null)
})

test('does not replace a draft with the initial form before the draft is read', () => {
  notes.keep({ text: 'from last time' }, '1')
  createDraftSaver(notes, '1', { text: '' }).keep({ text: '' })
  expect(notes.read('1')).toEqual({ text: 'from last time' })
})

test('stores each change, including a change back to the initial value', () => {
  const saver = createDraftSaver(notes, '1', { text: 'a' })
  saver.keep({ text: 'ab' })
  expect(notes.read('1')).toEqual({ text: 'ab' })
  saver.keep({ text: 'a' })
  expect(notes.read('1')).toEqual({ text: 'a' })
})

test('stores nothing after the form was sent', () => {
  const saver = createDraftSaver(notes, '1', { text: '' })
  saver.keep({ text: 'a' })
  saver.forget()
  saver.keep({ text: 'ab' })
  expect(notes.read('1')).toBe(null)
})
