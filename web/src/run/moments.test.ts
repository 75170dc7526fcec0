import { expect, test } from 'vitest'
import { runStart, sampleStep } from '../testing/sample-run.ts'
import { findFailedStep, findFault, parameterIn } from './failed-step.ts'
import { iterationsAround, nodeOfKey, stepKeyOf } from './iteration-path.ts'
import { momentAt, momentsOf } from './moments.ts'

test('moments are the times at which something happened, each once', () => {
  const moments = momentsOf([
    sampleStep('a', [0, 10]),
    sampleStep('b', [10, 30]),
    sampleStep('c', [20, null]),
  ])
  expect(moments.map((time) => time - runStart)).toEqual([0, 10, 20, 30])
  expect([-5, 0, 15, 99].map((ms) => momentAt(moments, runStart + ms))).toEqual([-1, 0, 1, 3])
})

test('keys lead to the iterations around a step', () => {
  expect(iterationsAround('loop[0]/inner[2]')).toEqual([
    { path: 'loop[0]', loopKey: 'loop', index: 0 },
    { path: 'loop[0]/inner[2]', loopKey: 'loop[0]/inner', index: 2 },
  ])
  expect(iterationsAround('')).toEqual([])
})

test('node ids with separators survive in keys', () => {
  const key = stepKeyOf('loop[1]', 'a/b[0]%')
  expect(key).toBe('loop[1]/a%2fb%5b0%5d%25')
  expect(nodeOfKey(key)).toBe('a/b[0]%')
})

test('the failed step is the innermost with the error of the run', () => {
  const error = { code: 'HTTP_402', message: 'declined' }
  const steps = [
    sampleStep('loop', [0, 9], { status: 'failed', error }),
    sampleStep('loop[0]/other', [0, 5], { status: 'failed', error: { code: 'X', message: 'collected' } }),
    sampleStep('loop[1]/charge', [0, 5], { status: 'failed', error }),
  ]
  expect(findFailedStep({ error: { ...error, node_id: 'charge' } }, steps)?.key).toBe('loop[1]/charge')
  expect(findFailedStep({ error: { ...error, node_id: null } }, steps)).toBeUndefined()
})

test('the fault is at the failed step, or where the error of a run without steps says', () => {
  const error = { code: 'INVALID_WORKFLOW', message: 'Node "a" needs the parameter `values`.', node_id: 'a' }
  expect(findFault({ error }, undefined)).toEqual({ id: 'a', parameter: 'values' })
  expect(findFault({ error: { ...error, node_id: null } }, undefined)).toBeUndefined()
  expect(findFault({ error: null }, undefined)).toBeUndefined()
  const inside = { code: 'X', message: 'Unknown parameter "ulr".' }
  const step = sampleStep('loop[0]/b', [0, 5], { status: 'failed', error: inside })
  expect(findFault({ error }, step)).toEqual({ id: 'b', parameter: 'ulr' })
})

test('an error message may name the parameter at fault', () => {
  expect(parameterIn('Unknown parameter "ulr" in node "Fetch". Did you mean "url"?')).toBe('ulr')
  expect(parameterIn('The host did not respond.')).toBeUndefined()
})
