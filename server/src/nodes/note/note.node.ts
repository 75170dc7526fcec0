import Type from 'typebox'
import { annotation } from '#nodes/parameters/annotation.ts'
import { firstLine } from '#nodes/parameters/line-parts.ts'
import type { NodeKind } from '#ports/index.ts'

const NOTE_COLORS = ['yellow', 'blue', 'green', 'red', 'purple', 'gray'] as const

export const noteNode: NodeKind = annotation({
  type: 'note',
  title: 'Note',
  summary: 'A text on the canvas for the people who work on the workflow. It never runs.',
  icon: 'sticky-note',
  keywords: ['comment', 'annotation', 'sticky', 'documentation', 'text'],
  line: `{{ ${firstLine('data.text')} }}`,
  parameters: Type.Object({
    text: Type.Optional(
      Type.String({ title: 'Text', description: 'The text, in Markdown.', 'x-format': 'multiline' }),
    ),
    width: Type.Optional(
      Type.Number({ title: 'Width', description: 'The width on the canvas.', minimum: 1, default: 240 }),
    ),
    height: Type.Optional(
      Type.Number({ title: 'Height', description: 'The height on the canvas.', minimum: 1, default: 120 }),
    ),
    color: Type.Optional(
      Type.Enum([...NOTE_COLORS], { title: 'Color', description: 'The background.', default: 'yellow' }),
    ),
  }),
  literals: ['text', 'width', 'height', 'color'],
  example: {
    data: { text: 'Refunds above 100 need an approval.', width: 240, height: 120, color: 'yellow' },
  },
})
