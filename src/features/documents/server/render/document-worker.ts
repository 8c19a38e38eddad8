import { parentPort } from 'node:worker_threads'
import type { FromWorker, ToWorker } from './render-document.service.ts'

// Entry of the worker thread that draws papers. It is a file of its own in the build (vite.config.ts).

parentPort?.on('message', async ({ id, paper }: ToWorker) => {
  const answer = (message: FromWorker, transfer: ArrayBuffer[] = []) => parentPort?.postMessage(message, transfer)
  try {
    // Imported on first use, so that a broken font package fails a document and not the thread.
    const { drawPaper } = await import('./draw-document.ts')
    const bytes = await drawPaper(paper)
    answer({ id, bytes }, [bytes.buffer])
  } catch (error) {
    answer({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
})
