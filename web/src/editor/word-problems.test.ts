import { expect, test } from 'vitest'
import { sampleNodeTypes } from '../graph/testing/sample-node-types.ts'
import { wordProblems } from './word-problems.ts'

const document = {
  nodes: [
    { id: 'wait_x1', type: 'wait', name: 'Ask the boss' },
    { id: 'http_x1', type: 'http' },
  ],
  edges: [],
  variables: {},
}
const worded = (nodeId: string | null, message: string) =>
  wordProblems(
    [{ severity: 'error', node_id: nodeId, parameter: null, message }],
    document,
    sampleNodeTypes,
  )[0]?.message

test('a missing parameter is called by its title, and a node by its name', () => {
  expect(worded('wait_x1', 'Node "wait_x1" needs the parameter `for`.')).toBe('Wait for is required.')
  expect(worded('http_x1', 'Node "http_x1" needs the parameter `url`.')).toBe('Url is required.')
  expect(worded('wait_x1', 'Node "wait_x1" has no incoming edge.')).toBe(
    'Node "Ask the boss" has no incoming edge.',
  )
})

test('a node is called by its name within the sentence, too', () => {
  expect(worded('wait_x1', 'Unknown parameter "fro" in node "wait_x1": it is ignored.')).toBe(
    'Unknown parameter "fro" in node "Ask the boss": it is ignored.',
  )
})

test('other nodes are called by their names as well', () => {
  expect(worded('http_x1', 'Node "http_x1" waits for node "wait_x1" and node "gone".')).toBe(
    'Node "HTTP request" waits for node "Ask the boss" and node "gone".',
  )
})

test('other messages stay as they are', () => {
  expect(worded(null, 'The workflow has no trigger.')).toBe('The workflow has no trigger.')
  expect(worded('http_x1', 'Unknown name `inp`.')).toBe('Unknown name `inp`.')
})
