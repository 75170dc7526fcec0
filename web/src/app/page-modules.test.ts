import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { pageModules } from '../../build/page-modules.ts'

const router = readFileSync(join(import.meta.dirname, 'router.tsx'), 'utf8')

it('lists the modules of every page that the router loads lazily', () => {
  const loaded = [...router.matchAll(/\(\) => import\('\.\.\/pages\/([^']+)\.tsx'\)/g)].map(
    ([, module]) => module,
  )
  expect(new Set(Object.values(pageModules).flat())).toEqual(new Set(loaded))
})

it('lists the addresses of every route that shows a page', () => {
  const last = (path: string) => path.split('/').at(-1)?.replace(/^\$.*/, '$')
  const routes = [...router.matchAll(/createRoute\(\{([\s\S]*?)\n\}\)/g)]
    .map(([, source = '']) => source)
    .filter((source) => source.includes('lazyRouteComponent('))
    .map((source) => last(/path: '([^']+)'/.exec(source)?.[1] ?? ''))
  expect(new Set(Object.keys(pageModules).map(last))).toEqual(new Set(routes))
})
