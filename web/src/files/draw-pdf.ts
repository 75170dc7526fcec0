import { getDocument, GlobalWorkerOptions, type PDFDocumentLoadingTask } from 'pdfjs-dist'

/** The width of the drawing in CSS pixels; it shrinks to fit. */
const WIDTH = 640
/** Wide pages with a tiny height, or the other way around, must not need a canvas of a gigabyte. */
const MAX_PIXELS = 8_000_000
const DEADLINE_MS = 15_000

/**
 * Draws the first page of a PDF and returns the number of pages; undefined if it cannot be read, or takes too long. The file is
 * parsed in a worker, scripts in it are never run, and links are not drawn.
 */
export async function drawFirstPage(
  bytes: Uint8Array,
  canvas: HTMLCanvasElement,
  signal: AbortSignal,
): Promise<number | undefined> {
  const worker = new Worker(new URL('pdfjs-dist/build/pdf.worker.min.mjs', import.meta.url), {
    type: 'module',
  })
  GlobalWorkerOptions.workerPort = worker
  const task = getDocument({
    data: bytes,
    enableXfa: false,
    useWasm: false,
    stopAtErrors: false,
  })
  try {
    return await Promise.race([draw(task, canvas), expiry(signal)])
  } catch {
    return undefined
  } finally {
    // Not only asked to end: a worker that is busy with a hostile file would not listen.
    worker.terminate()
    GlobalWorkerOptions.workerPort = null
  }
}

async function draw(task: PDFDocumentLoadingTask, canvas: HTMLCanvasElement): Promise<number> {
  const document = await task.promise
  const page = await document.getPage(1)
  const { width, height } = page.getViewport({ scale: 1 })
  const wanted = (WIDTH / width) * Math.min(2, window.devicePixelRatio)
  const viewport = page.getViewport({ scale: Math.min(wanted, Math.sqrt(MAX_PIXELS / (width * height))) })
  canvas.width = Math.ceil(viewport.width)
  canvas.height = Math.ceil(viewport.height)
  canvas.style.width = `${WIDTH}px`
  // Neither forms nor links: the drawing is a picture.
  await page.render({ canvas, viewport, annotationMode: 0 }).promise
  return document.numPages
}

function expiry(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), DEADLINE_MS)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve(undefined)
    })
  })
}
