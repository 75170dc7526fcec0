import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findStaticReads } from './static-reads.ts'

const reads = (text: string, syntax: 'template' | 'condition' | 'code' = 'template') =>
  findStaticReads(text, syntax).map(({ of, key, required }) => `${of} ${key}${required ? '' : '?'}`)

describe('findStaticReads', () => {
  it('Nodes and variables are found in every expression of a template', () => {
    assert.deepEqual(reads('{{ nodes.a.output }} and {{ nodes["b c"].output.x + variables.region }}'), [
      'nodes a',
      'nodes b c',
      'variables region?',
    ])
  })

  it('A read with `?.` can be missing', () => {
    assert.deepEqual(reads('{{ nodes.a?.output ?? nodes.b }}'), ['nodes a?', 'nodes b?'])
  })

  it('A condition is an expression without braces', () => {
    assert.deepEqual(reads('nodes.a.output > 1', 'condition'), ['nodes a'])
    assert.deepEqual(reads('{{ nodes.a.output > 1 }}', 'condition'), ['nodes a'])
    assert.deepEqual(reads('nodes.a.output > 1'), [])
  })

  it('Code that declares the name itself is left out', () => {
    assert.deepEqual(reads('return nodes.a.output + variables.x', 'code'), ['nodes a', 'variables x?'])
    assert.deepEqual(reads('const nodes = load(); return nodes.a.output + variables.x', 'code'), [
      'variables x?',
    ])
    assert.deepEqual(reads('{{ input.list.map(nodes => nodes.a.output) }}'), [])
  })

  it('What cannot be parsed and what is computed is left out', () => {
    assert.deepEqual(reads('{{ nodes.a.output + }}'), [])
    assert.deepEqual(reads('{{ nodes[input.name].output }}'), [])
    assert.deepEqual(reads('return nodes.a.', 'code'), [])
  })
})
