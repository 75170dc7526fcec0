import { Fragment, type ReactNode } from 'react'

/**
 * Renders a small part of Markdown: headings, lists, bold, italics, code and links. It builds elements, never HTML, so
 * nothing in a note can run. Everything else stays text.
 */
export function Markdown({ text }: { text: string }) {
  return <div className="space-y-1.5 break-words">{blocksOf(text).map(renderBlock)}</div>
}

type Block =
  | { kind: 'heading' | 'paragraph'; lines: string[] }
  | { kind: 'bullets' | 'numbers'; lines: string[] }
  | { kind: 'code'; lines: string[] }

function blocksOf(text: string): readonly Block[] {
  const blocks: Block[] = []
  let code: Block | undefined
  let isOpen = false
  for (const line of text.split('\n')) {
    if (line.startsWith('```')) {
      if (code === undefined) blocks.push((code = { kind: 'code', lines: [] }))
      else code = undefined
      isOpen = false
      continue
    }
    if (code !== undefined) {
      code.lines.push(line)
      continue
    }
    if (line.trim() === '') {
      isOpen = false
      continue
    }
    const { kind, content } = classify(line)
    const last = blocks.at(-1)
    if (isOpen && last?.kind === kind && kind !== 'heading') last.lines.push(content)
    else blocks.push({ kind, lines: [content] })
    isOpen = true
  }
  return blocks
}

function classify(line: string): { kind: Exclude<Block['kind'], 'code'>; content: string } {
  const heading = /^#{1,6}\s+(.*)$/.exec(line)?.[1]
  if (heading !== undefined) return { kind: 'heading', content: heading }
  const bullet = /^\s*[-*]\s+(.*)$/.exec(line)?.[1]
  if (bullet !== undefined) return { kind: 'bullets', content: bullet }
  const number = /^\s*\d{1,9}[.)]\s+(.*)$/.exec(line)?.[1]
  if (number !== undefined) return { kind: 'numbers', content: number }
  return { kind: 'paragraph', content: line }
}

function renderBlock(block: Block, index: number): ReactNode {
  switch (block.kind) {
    case 'heading':
      return (
        <p key={index} className="text-[13.5px] font-semibold">
          {inline(block.lines.join(' '))}
        </p>
      )
    case 'bullets':
      return (
        <ul key={index} className="list-disc space-y-0.5 pl-4">
          {block.lines.map(renderItem)}
        </ul>
      )
    case 'numbers':
      return (
        <ol key={index} className="list-decimal space-y-0.5 pl-5">
          {block.lines.map(renderItem)}
        </ol>
      )
    case 'code':
      return (
        <pre key={index} className="overflow-hidden font-mono text-[11.5px] whitespace-pre-wrap">
          {block.lines.join('\n')}
        </pre>
      )
    case 'paragraph':
      return (
        <p key={index} dir="auto">
          {block.lines.map((line, at) => (
            // Lines of a text never change their order.
            // oxlint-disable-next-line react/no-array-index-key
            <Fragment key={at}>
              {at > 0 && <br />}
              {inline(line)}
            </Fragment>
          ))}
        </p>
      )
  }
}

function renderItem(line: string, index: number): ReactNode {
  return (
    <li key={index} dir="auto">
      {inline(line)}
    </li>
  )
}

const marks = /(\*\*[^*]+\*\*|\*[^*\s][^*]*\*|_[^_\s][^_]*_|`[^`]+`|\[[^\]]+\]\([^)\s]+\))/

function inline(text: string): ReactNode {
  // Every second part matched.
  return text.split(marks).map((part, index) => (
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={index}>{index % 2 === 0 ? part : renderMark(part)}</Fragment>
  ))
}

function renderMark(part: string): ReactNode {
  if (part.startsWith('**')) return <strong className="font-semibold">{part.slice(2, -2)}</strong>
  if (part.startsWith('`')) return <code className="font-mono text-[0.93em]">{part.slice(1, -1)}</code>
  if (part.startsWith('[')) return <SafeLink source={part} />
  return <em>{part.slice(1, -1)}</em>
}

/** Only web and mail addresses become links. */
function SafeLink({ source }: { source: string }) {
  const [, label = '', address = ''] = /^\[([^\]]+)\]\(([^)\s]+)\)$/.exec(source) ?? []
  if (!/^(https?:\/\/|mailto:)/i.test(address)) return label
  return (
    <a
      href={address}
      target="_blank"
      rel="noreferrer noopener"
      className="nodrag underline underline-offset-2"
    >
      {label}
    </a>
  )
}
