import { Maximize2 } from 'lucide-react'
import { useId, useState } from 'react'
import { Dialog, DialogBody } from '../../../components/dialog.tsx'
import { CodeEditor } from '../../../expressions/code/code-editor.tsx'
import { useExpressionScope, useKnowledge } from '../../../expressions/expression-scope.tsx'
import * as te from '../../../texts/editor/expressions.ts'
import { useBoundText, useParameterProblem } from '../form/binding.tsx'
import { LabeledField } from '../form/labeled-field.tsx'
import { placeholderOf } from '../form/placeholder.ts'
import type { ParameterControlProps } from '../form/parameter-component.ts'

interface CodeParameterProps extends ParameterControlProps {
  language: 'javascript' | 'text'
}

/** Code that is not evaluated as an expression: JavaScript of a `code` node, SQL. */
export function CodeParameter({ field, path, onRemove, language }: CodeParameterProps) {
  const id = useId()
  const [isLarge, setLarge] = useState(false)
  const { text, onChange, history } = useBoundText(path, { title: field.title, whenEmpty: '' })
  const problem = useParameterProblem(path)
  const knowledge = useKnowledge(useExpressionScope(), false)
  const shown = text === '' ? undefined : problem
  const shared = {
    value: text,
    onChange,
    language,
    label: field.title,
    placeholderText: placeholderOf(field),
    isInvalid: shown !== undefined,
    outerHistory: history,
    knowledge,
  }
  return (
    <LabeledField
      id={id}
      label={field.title}
      isRequired={field.isRequired}
      description={field.description}
      error={shown}
      onRemove={onRemove}
      isGroup
      actions={
        <button
          type="button"
          aria-label={te.openLargeEditor}
          title={te.openLargeEditor}
          onClick={() => setLarge(true)}
          className="grid size-6 place-items-center rounded text-muted hover:bg-hover hover:text-ink"
        >
          <Maximize2 aria-hidden="true" className="size-3.5" />
        </button>
      }
    >
      <CodeEditor {...shared} describedBy={shown === undefined ? undefined : `${id}-error`} />
      <Dialog
        open={isLarge}
        onDismiss={() => setLarge(false)}
        title={te.largeEditorTitle(field.title)}
        size="lg"
      >
        <DialogBody>
          <div className="h-[65dvh]">
            <CodeEditor {...shared} isTall />
          </div>
        </DialogBody>
      </Dialog>
    </LabeledField>
  )
}
