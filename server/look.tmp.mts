import { startService } from '#test/support/test-service.ts'
import { chromium } from 'playwright-core'
import { readFileSync } from 'node:fs'
const s = await startService()
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: '--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'.split(' ') })
const axe = readFileSync('/work/main/node_modules/axe-core/axe.min.js','utf8')
const pages = process.argv[2] ? process.argv[2].split(',') : ['', '/errors', '/nodes', '/configuration']
for (const [w,h] of [[1440,900],[390,844]]) for (const scheme of ['light','dark'] as const) {
  const c = await b.newContext({ viewport: {width:w,height:h}, colorScheme: scheme, bypassCSP: false })
  for (const p of pages) {
    const page = await c.newPage()
    page.on('console', m => console.log('console', p, m.type(), m.text()))
    page.on('pageerror', e => console.log('pageerror', e.message))
    await page.goto(s.url + '/docs' + p)
    await page.evaluate(axe)
    const r = await page.evaluate('axe.run()') as any
    console.log(w, scheme, p || '/', 'axe', r.violations.map((v:any) => v.id + ' ' + v.nodes.length + ' ' + v.nodes.slice(0,2).map((n:any)=>n.html.slice(0,150)+' '+n.failureSummary).join(' | ')), 'incomplete', r.incomplete.map((v:any)=>v.id+':'+v.nodes.length), 'overflow', await page.evaluate('document.documentElement.scrollWidth'))
    const name = `/tmp/docs-look/${(p||'/reference').slice(1)}-${w}-${scheme}`
    await page.screenshot({ path: name+'.png' })
    if (p === '') {
      for (const id of ['workflows','createWorkflow','executeWorkflow','createForm','listCatalogue']) {
        await page.evaluate(`document.documentElement.style.scrollBehavior='auto';location.hash=${JSON.stringify(id)}`)
        if (id==='createForm') await page.evaluate(`for (const d of document.querySelectorAll('#createForm details')) d.open=true`)
        await page.waitForTimeout(120)
        await page.screenshot({ path: `${name}-${id}.png` })
      }
    } else if (w===390 || true) await page.screenshot({ path: name+'-full.png', fullPage: true })
    await page.close()
  }
  await c.close()
}
await b.close(); await s.destroy()
