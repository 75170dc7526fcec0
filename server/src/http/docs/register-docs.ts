import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { FixedAnswer } from '../openapi/fixed-answer.ts'
import { PAGE_HEADERS } from '../public/security-headers.ts'
import type { DocumentedService, PageName } from './render-pages.ts'

const PAGES: Readonly<Record<string, PageName>> = {
  '/docs': 'reference',
  '/docs/nodes': 'nodes',
  '/docs/integrations': 'integrations',
  '/docs/errors': 'errors',
  '/docs/configuration': 'configuration',
}

/** Pages load our own style and our own script, and nothing else may load or send anything. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * The reference for people, made from the same tables as the service itself. What makes the pages is loaded when
 * somebody first reads one, so that a start does not pay for it.
 */
export function registerDocs(app: FastifyInstance, service: DocumentedService): void {
  for (const [path, page] of Object.entries(PAGES)) {
    const render = async () => (await import('./render-pages.ts')).renderPages[page](service)
    serve(
      app,
      path,
      new FixedAnswer('text/html; charset=utf-8', render, {
        ...PAGE_HEADERS,
        'content-security-policy': POLICY,
      }),
    )
  }
  serve(app, '/docs/docs.css', new FixedAnswer('text/css; charset=utf-8', () => readAsset('docs.css')))
  serve(app, '/docs/docs.js', new FixedAnswer('text/javascript; charset=utf-8', () => readAsset('docs.js')))
}

function serve(app: FastifyInstance, path: string, answer: FixedAnswer): void {
  app.get(path, (request, reply) => answer.send(request, reply))
}

function readAsset(name: 'docs.css' | 'docs.js'): Promise<string> {
  return readFile(new URL(`assets/${name}`, import.meta.url), 'utf8')
}
