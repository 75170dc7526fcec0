import { JSON_TYPE } from '../api/replies.ts'
import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { FixedAnswer } from '../openapi/fixed-answer.ts'
import { PAGE_HEADERS } from '../public/security-headers.ts'
import type { DocumentedService } from './render-pages.ts'
import { GUIDE_NAMES, guidePath, GUIDES_PATH, IMAGE_NAMES, imagePath } from './guides/guide-names.ts'
import { readImage } from './guides/read-guide.ts'

const PATHS = [
  '/docs',
  GUIDES_PATH,
  ...GUIDE_NAMES.map(guidePath),
  '/docs/nodes',
  '/docs/integrations',
  '/docs/errors',
  '/docs/configuration',
]

/** Each asset is the concatenation of its files. */
const ASSETS = [
  ['/docs/docs.css', 'text/css', ['base.css', 'layout.css', 'content.css', 'search.css', 'narrow.css']],
  ['/docs/docs.js', 'text/javascript', ['docs.js']],
  ['/docs/search.js', 'text/javascript', ['search.js']],
] as const

/** The pages load their own style, scripts and search index, and nothing else. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * The guides, and the reference generated from the tables of the service. The code that renders the pages is loaded on
 * the first request, so that it does not slow down the start.
 */
export function registerDocs(app: FastifyInstance, service: DocumentedService): void {
  for (const path of PATHS) {
    const render = async () => (await import('./render-pages.ts')).renderPageAt(path, service)
    serve(
      app,
      path,
      new FixedAnswer('text/html; charset=utf-8', render, {
        ...PAGE_HEADERS,
        'content-security-policy': POLICY,
      }),
    )
  }
  const renderIndex = async () => (await import('./render-pages.ts')).renderSearchIndex(service)
  serve(app, '/docs/search.json', new FixedAnswer(JSON_TYPE, renderIndex))
  for (const name of IMAGE_NAMES) {
    serve(app, imagePath(name), new FixedAnswer('image/png', () => readImage(name)))
  }
  for (const [path, type, files] of ASSETS) {
    serve(app, path, new FixedAnswer(`${type}; charset=utf-8`, () => readAssets(files)))
  }
}

function serve(app: FastifyInstance, path: string, answer: FixedAnswer): void {
  app.get(path, (request, reply) => answer.send(request, reply))
}

async function readAssets(names: readonly string[]): Promise<string> {
  const texts = names.map((name) => readFile(new URL(`assets/${name}`, import.meta.url), 'utf8'))
  return (await Promise.all(texts)).join('\n')
}
