import { useEffect, useRef, type ReactNode } from 'react'
import type { NodeType } from '../api/node-types.ts'
import { fieldsOf } from '../editor/inspector/form/schema-fields.ts'
import { Markdown } from '../graph/cards/markdown.tsx'
import { evaluateHandles } from '../graph/evaluate-description.ts'
import * as graph from '../texts/graph.ts'
import * as t from '../texts/help.ts'

interface NodeReferenceProps {
  nodeType: NodeType
  /** How the example is shown. */
  example: ReactNode
  /** A parameter to show and mark. */
  parameter?: string | undefined
}

/** What a kind of node does, from its own description. */
export function NodeReference({ nodeType, example, parameter }: NodeReferenceProps) {
  const { summary, output, notes } = nodeType
  const fields = fieldsOf(nodeType.parameters, nodeType)
  const outputs = outputsOf(nodeType)
  return (
    <div className="space-y-5 text-[13px] leading-5">
      <Markdown text={summary} />
      <Section title={t.output}>
        <Markdown text={output} />
      </Section>
      {outputs.length > 1 && (
        <Section title={t.outputs}>
          <dl className="space-y-1">
            {outputs.map((name) => (
              <div key={name} className="flex gap-2">
                <dt>
                  <code className="font-mono text-[0.93em]">{name}</code>
                </dt>
                <dd className="text-muted">{graph.outputMeaning(name)}</dd>
              </div>
            ))}
          </dl>
        </Section>
      )}
      {fields.length > 0 && (
        <Section title={t.parameters}>
          <dl className="space-y-2.5">
            {fields.map(({ name, title, description, isRequired }) => (
              <Parameter key={name} isMarked={name === parameter}>
                <dt className="font-medium">
                  {title} <code className="font-mono text-[0.93em] font-normal text-muted">{name}</code>
                  {isRequired && <span className="font-normal text-muted"> {t.required}</span>}
                </dt>
                <dd className="text-muted">
                  <Markdown text={description} />
                </dd>
              </Parameter>
            ))}
          </dl>
        </Section>
      )}
      {notes.length > 0 && (
        <Section title={t.goodToKnow}>
          <ul className="list-disc space-y-1.5 pl-4">
            {notes.map((note) => (
              <li key={note}>
                <Markdown text={note} />
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Section title={t.example}>{example}</Section>
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

function Parameter({ isMarked, children }: { isMarked: boolean; children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isMarked) element.current?.scrollIntoView({ block: 'center' })
  }, [isMarked])
  return (
    <div
      ref={element}
      className={
        isMarked ? '-mx-2 rounded-control bg-accent-soft px-2 py-1.5 [&_dd]:text-ink [&_code]:text-ink' : ''
      }
    >
      {children}
    </div>
  )
}

/** The outputs that the example of the type has: those of a switch depend on its cases. */
function outputsOf({ handles, example }: NodeType): readonly string[] {
  const data = (example['data'] ?? {}) as Parameters<typeof evaluateHandles>[1]
  const listed = evaluateHandles(handles, data)
  return Array.isArray(listed) ? listed.filter((name) => typeof name === 'string') : []
}
