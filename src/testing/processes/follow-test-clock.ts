// Loaded before the code of the built server (`node --import`). Only the source of the time is replaced, by the test's
// time.

const SystemDate = Date
const readSystemTime = SystemDate.now
let shiftMs = Number(process.env.TEST_TIME) - readSystemTime()

SystemDate.now = () => readSystemTime() + shiftMs
globalThis.Date = new Proxy(SystemDate, {
  construct: (target, words, newTarget) =>
    Reflect.construct(target, words.length === 0 ? [target.now()] : words, newTarget),
})

process.on('message', (message: { time?: number }) => {
  if (message.time === undefined) return
  shiftMs = message.time - readSystemTime()
  process.send?.({ followed: message.time })
})
