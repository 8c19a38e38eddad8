import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  dismissToast,
  openToastOutlet,
  pauseToast,
  resumeToast,
  showToast,
  toastAt,
  toastDuration,
} from './toast-store.ts'

let closePage: () => void

beforeEach(() => {
  vi.useFakeTimers()
  closePage = openToastOutlet({ id: 'page' })
})

afterEach(() => {
  dismissToast()
  closePage()
  vi.useRealTimers()
})

test('shows a toast for 2.6 s, 5 s beyond 60 characters, and 10 s with an action', () => {
  expect(toastDuration('x'.repeat(60))).toBe(2600)
  expect(toastDuration('x'.repeat(61))).toBe(5000)
  expect(toastDuration('Short', true)).toBe(10_000)
})

test('replaces a toast with a newer one, which stays for its full time', () => {
  showToast('first')
  vi.advanceTimersByTime(2000)
  showToast('second')
  vi.advanceTimersByTime(2599)
  expect(toastAt('page')?.text).toBe('second')
  vi.advanceTimersByTime(1)
  expect(toastAt('page')).toBeNull()
})

test('shows the same text twice as two toasts, so that both are announced', () => {
  showToast('Copy successfully')
  const first = toastAt('page')?.id
  showToast('Copy successfully')
  expect(toastAt('page')?.id).not.toBe(first)
})

test('keeps a toast open while the pointer is on it', () => {
  showToast('wait')
  pauseToast()
  vi.advanceTimersByTime(60_000)
  expect(toastAt('page')?.text).toBe('wait')
  resumeToast()
  vi.advanceTimersByTime(2600)
  expect(toastAt('page')).toBeNull()
})

test('shows a toast in the top sheet, and on the page once the sheet is closed', () => {
  const closeSheet = openToastOutlet({ id: 'sheet' })
  showToast('over the sheet')
  expect(toastAt('page')).toBeNull()
  expect(toastAt('sheet')?.text).toBe('over the sheet')
  closeSheet()
  expect(toastAt('page')?.text).toBe('over the sheet')
})
