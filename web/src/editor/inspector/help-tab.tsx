import type { NodeType } from '@millrace/contract/node-type.ts'
import type { ReactNode } from 'react'
import { CodeEditor } from '../../expressions/code-editor.tsx'
import { Markdown } from '../../graph/cards/markdown.tsx'
import * as t from '../../texts/editor/inspector.ts'
import { fieldsOf } from './form/schema-fields.ts'

/** What a kind of node does, from its own description. */
export function HelpTab({ nodeType }: { nodeType: NodeType }) {
  const fields = fieldsOf(nodeType.parameters, nodeType)
  return (
    <div className="space-y-5 p-4 text-[13px] leading-5">
      <Markdown text={nodeType.summary} />
      <Section title={t.helpOutput}>
        <Markdown text={nodeType.output} />
      </Section>
      {fields.length > 0 && (
        <Section title={t.helpReference}>
          <dl className="space-y-2.5">
            {fields.map(({ name, title, description }) => (
              <div key={name}>
                <dt className="font-medium">
                  {title} <code className="font-normal text-muted">{name}</code>
                </dt>
                <dd className="text-muted">
                  <Markdown text={description} />
                </dd>
              </div>
            ))}
          </dl>
        </Section>
      )}
      {nodeType.notes.length > 0 && (
        <Section title={t.helpNotes}>
          <ul className="list-disc space-y-1.5 pl-4">
            {nodeType.notes.map((note) => (
              <li key={note}>
                <Markdown text={note} />
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Section title={t.helpExample}>
        <CodeEditor
          value={JSON.stringify(nodeType.example, null, 2)}
          onChange={() => {}}
          language="json"
          label={t.helpExample}
          isReadOnly
        />
      </Section>
    </div>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="space-y-1.5">
      <h3 className="font-semibold">{title}</h3>
      {children}
    </section>
  )
}
