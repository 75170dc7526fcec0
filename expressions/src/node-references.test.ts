import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { renameNodeReferences, type ReferenceSyntax } from './node-references.ts'

const names: Readonly<Record<string, string>> = { Old: 'New name', old: 'fresh', "It's": 'Say "hi"' }

function rename(text: string, syntax: ReferenceSyntax = 'template'): string {
  return renameNodeReferences(text, syntax, (key) => (Object.hasOwn(names, key) ? names[key] : undefined))
}

describe('renameNodeReferences', () => {
  for (const [text, expected] of [
    ['{{ nodes["Old"].output }}', '{{ nodes["New name"].output }}'],
    ["{{ nodes['Old'].output }}", "{{ nodes['New name'].output }}"],
    ['{{ nodes[`Old`].output }}', '{{ nodes["New name"].output }}'],
    ['{{ nodes.Old.output }}', '{{ nodes["New name"].output }}'],
    ['{{ nodes.old.output }}', '{{ nodes.fresh.output }}'],
    ['{{ nodes?.Old?.output }}', '{{ nodes?.["New name"]?.output }}'],
    ['{{ nodes\n  .old.output }}', '{{ nodes\n  .fresh.output }}'],
    ['{{ nodes["It\'s"].output }}', '{{ nodes["Say \\"hi\\""].output }}'],
    ["{{ nodes['It\\'s'].output }}", '{{ nodes[\'Say "hi"\'].output }}'],
    [
      'a {{ nodes.old.output }} b {{ nodes["Old"].output + nodes.old.output }} c',
      'a {{ nodes.fresh.output }} b {{ nodes["New name"].output + nodes.fresh.output }} c',
    ],
    ['{{ [1].map(x => nodes.old.output + x) }}', '{{ [1].map(x => nodes.fresh.output + x) }}'],
    ['{{ `${nodes.old.output}` }}', '{{ `${nodes.fresh.output}` }}'],
    ['{{ broken + }} {{ nodes.old.output }}', '{{ broken + }} {{ nodes.fresh.output }}'],
  ] as const) {
    it(`A reference follows the new name: ${text.replaceAll('\n', ' ')}`, () => {
      assert.equal(rename(text), expected)
    })
  }

  for (const text of [
    'nodes["Old"] in plain text',
    '{{ "nodes.old" }} and {{ input["Old"] }}',
    '{{ input.nodes.old }}',
    '{{ nodes["Other"].output.Old }}',
    '{{ nodes[input.key].output.old }}',
    '{{ [1].map(nodes => nodes.old) }}',
    '{{ [1].map(({ nodes }) => nodes.old) }}',
    '{{ /nodes.old/.test(input.text) }}',
    '{{ nodes["Old" }}',
    '{{ nodes.old.output',
  ]) {
    it(`Text that is no reference to the node does not change: ${text}`, () => {
      assert.equal(rename(text), text)
    })
  }

  it('A condition is an expression without brackets, or a template', () => {
    assert.equal(rename('nodes["Old"].output > 1', 'condition'), 'nodes["New name"].output > 1')
    assert.equal(rename('{{ nodes.old.output }}', 'condition'), '{{ nodes.fresh.output }}')
    assert.equal(rename('the nodes.old thing', 'condition'), 'the nodes.old thing')
  })

  it('References in code follow', () => {
    assert.equal(
      rename('const a = nodes["Old"].output\nfor (const x of nodes.old.output) await x\nreturn a', 'code'),
      'const a = nodes["New name"].output\nfor (const x of nodes.fresh.output) await x\nreturn a',
    )
    assert.equal(
      rename('const { Old, old: b, other } = nodes; return Old.output', 'code'),
      'const { "New name": Old, fresh: b, other } = nodes; return Old.output',
    )
  })

  it('Code that declares its own `nodes`, or that has a syntax error, does not change', () => {
    for (const code of ['const nodes = {}; return nodes.old', 'return nodes.old +']) {
      assert.equal(rename(code, 'code'), code)
    }
  })
})
