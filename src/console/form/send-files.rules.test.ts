import { expect, test } from 'vitest'
import { sendFiles } from './send-files.rules.ts'

const file = (name: string) => new File(['x'], name)
const formatError = (error: unknown) => (error as Error).message

test('sends the files after one that fails, and names each failed file with its reason', async () => {
  const arrived: string[] = []
  const send = async ({ name }: File) => {
    if (name.startsWith('bad')) throw new Error(`${name} cannot be read`)
    arrived.push(name)
  }
  const files = ['front.jpg', 'bad.png', 'side.jpg', 'bad-too.png', 'back.jpg'].map(file)
  const failed = await sendFiles(files, { room: 10, tooMany: 'Full', send, formatError })
  expect(arrived).toEqual(['front.jpg', 'side.jpg', 'back.jpg'])
  expect(failed).toEqual([
    { name: 'bad.png', reason: 'bad.png cannot be read' },
    { name: 'bad-too.png', reason: 'bad-too.png cannot be read' },
  ])
})

test('names the files beyond the limit, and does not count failed files towards the limit', async () => {
  const send = async ({ name }: File) => {
    if (name === 'bad.png') throw new Error('Unreadable')
  }
  const failed = await sendFiles(['1.jpg', 'bad.png', '2.jpg', '3.jpg'].map(file), {
    room: 2,
    tooMany: 'A product has up to 30 pictures.',
    send,
    formatError,
  })
  expect(failed).toEqual([
    { name: 'bad.png', reason: 'Unreadable' },
    { name: '3.jpg', reason: 'A product has up to 30 pictures.' },
  ])
})
