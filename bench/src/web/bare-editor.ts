import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

const FOLDER = '/bare-editor/'
/** The editor of the web app, and what it imports. */
const MODULES: Readonly<Record<string, string>> = {
  '@codemirror/view': 'dist/index.js',
  '@codemirror/state': 'dist/index.js',
  '@marijn/find-cluster-break': 'src/index.js',
  'style-mod': 'src/style-mod.js',
  'w3c-keyname': 'index.js',
  crelt: 'index.js',
}
const web = createRequire(new URL('../../../web/package.json', import.meta.url))

/** Shows a page that consists of one CodeMirror editor without any extension. */
export async function openBareEditor(page: Page): Promise<void> {
  const imports = Object.fromEntries(Object.keys(MODULES).map((name) => [name, `${FOLDER}${name}`]))
  const html = `<!doctype html>
<script type="importmap">${JSON.stringify({ imports })}</script>
<script type="module">
import { EditorView } from '@codemirror/view'
new EditorView({ parent: document.body })
</script>`
  await page.route(`**${FOLDER}**`, async (route) => {
    const name = new URL(route.request().url()).pathname.slice(FOLDER.length)
    if (name === '') return route.fulfill({ contentType: 'text/html', body: html })
    return route.fulfill({ contentType: 'text/javascript', body: await readModule(name) })
  })
  await page.goto(FOLDER)
}

async function readModule(name: string): Promise<string> {
  const file = MODULES[name]
  if (file === undefined) throw new Error(`The editor imports ${name}, which is not served.`)
  const main = web.resolve(name)
  const folder = `node_modules/${name}/`
  return readFile(join(main.slice(0, main.lastIndexOf(folder)), folder, file), 'utf8')
}
