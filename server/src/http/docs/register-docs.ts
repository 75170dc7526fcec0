import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import type { NodeKind } from '#ports/node-kind.ts'
import { FixedAnswer } from '../openapi/fixed-answer.ts'
import { loadDocument, type OpenApiOptions } from '../openapi/register-open-api.ts'
import { type DocumentedSetting, renderConfiguration } from './configuration-page.ts'
import { renderErrors } from './errors-page.ts'
import { renderNodes } from './nodes-page.ts'
import { renderReference } from './reference-page.ts'

export interface DocsOptions extends OpenApiOptions {
  readonly nodeKinds: readonly NodeKind[]
  readonly settings: readonly DocumentedSetting[]
  /** Where the service is reached; asked when the first page is made. */
  publicUrl(): string
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

/** The reference for people: made from the same tables as the service itself, when somebody first reads it. */
export function registerDocs(app: FastifyInstance, options: DocsOptions): void {
  const pages: Readonly<Record<string, () => Promise<string>>> = {
    '/docs': async () => renderReference(await loadDocument(options), options.publicUrl()),
    '/docs/errors': async () => renderErrors(await loadDocument(options)),
    '/docs/nodes': async () => renderNodes(options.nodeKinds),
    '/docs/configuration': async () => renderConfiguration(options.settings),
  }
  for (const [path, render] of Object.entries(pages)) {
    serve(
      app,
      path,
      new FixedAnswer('text/html; charset=utf-8', render, { 'content-security-policy': POLICY }),
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
