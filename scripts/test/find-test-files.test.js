import assert from 'node:assert/strict'
import { it } from 'node:test'
import { matches, sortIntoParts } from './find-test-files.js'

it('Test files are recognized by their suffix and grouped by runner, and those that run for minutes come first', () => {
  const files = [
    'contract/src/events.test.ts',
    'e2e/src/sign-in.e2e.ts',
    'e2e/src/support/find-chromium.ts',
    'scripts/set-up/packages.test.js',
    'scripts/test.js',
    'server/src/domain/graph/graph.property.test.ts',
    'server/src/domain/graph/graph.ts',
    'server/test/conformance/workflow-store.conformance.test.ts',
    'server/test/simulation/crash.sim.test.ts',
    'web/src/api/client.test.ts',
    'web/src/pages/forms/form.test.tsx',
  ]
  assert.deepEqual(sortIntoParts(files), {
    unit: [
      'server/test/simulation/crash.sim.test.ts',
      'contract/src/events.test.ts',
      'scripts/set-up/packages.test.js',
      'server/src/domain/graph/graph.property.test.ts',
      'server/test/conformance/workflow-store.conformance.test.ts',
    ],
    web: ['web/src/api/client.test.ts', 'web/src/pages/forms/form.test.tsx'],
    browser: ['e2e/src/sign-in.e2e.ts'],
  })
})

it('A filter is a part of the path, and a file needs to match only one of several', () => {
  assert.equal(matches('server/src/domain/a.test.ts', []), true)
  assert.equal(matches('server/src/domain/a.test.ts', ['domain']), true)
  assert.equal(matches('server/src/domain/a.test.ts', ['./server/src']), true)
  assert.equal(matches('server/src/domain/a.test.ts', ['web', 'a.test']), true)
  assert.equal(matches('server/src/domain/a.test.ts', ['web']), false)
})
