import { CircleAlert, Info, X } from 'lucide-react'
import { Popover } from 'radix-ui'
import { memo, type ReactNode } from 'react'
import { Markdown } from '../../../graph/cards/markdown.tsx'
import { FieldLabel } from '../../../expressions/field-label.tsx'
import { HELP_KEY, REMOVE_KEY } from '../field-actions.ts'
import * as t from '../../../texts/editor/inspector.ts'
import { MessageText } from '../../../components/message-text.tsx'

interface LabeledFieldProps {
  id: string
  label: string
  isRequired?: boolean
  description?: string
  error?: string | undefined
  /** Shown below the control: what the chosen value means. */
  hint?: ReactNode
  actions?: ReactNode
  onRemove?: (() => void) | undefined
  /** The control is a group of others: the label is not a `<label>`. */
  isGroup?: boolean
  children: ReactNode
}

/** Label, help, control and message of one parameter. */
export function LabeledField(props: LabeledFieldProps) {
  const {
    id,
    label,
    isRequired = false,
    description = '',
    error,
    hint,
    actions,
    onRemove,
    isGroup = false,
  } = props
  return (
    <div className="group/field space-y-1.5" {...(isGroup ? { role: 'group', 'aria-label': label } : {})}>
      <div className="flex h-6 items-center gap-1">
        {isGroup ? (
          <FieldLabel label={label} isRequired={isRequired} />
        ) : (
          <label htmlFor={id} className="flex min-w-0">
            <FieldLabel label={label} isRequired={isRequired} />
          </label>
        )}
        <HelpButton title={label} description={description} />
        <span className="ml-auto flex items-center">
          {actions}
          {onRemove !== undefined && <RemoveButton title={label} onRemove={onRemove} />}
        </span>
      </div>
      {props.children}
      {error !== undefined && <FieldMessage id={`${id}-error`}>{error}</FieldMessage>}
      {hint !== undefined && (
        <div id={`${id}-hint`} className="text-xs leading-5 text-muted">
          {hint}
        </div>
      )}
    </div>
  )
}

export function FieldMessage({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className="flex items-start gap-1.5 text-xs leading-5 text-danger-ink">
      <CircleAlert aria-hidden="true" className="mt-0.75 size-3.5 shrink-0" />
      <span className="min-w-0 break-words">
        <MessageText>{children}</MessageText>
      </span>
    </p>
  )
}

/** The description of a parameter, on demand. */
export const HelpButton = memo(function HelpButton({
  title,
  description,
}: {
  title: string
  description: string
}) {
  if (description === '') return null
  return (
    <Popover.Root>
      <Popover.Trigger
        tabIndex={-1}
        data-field-action="help"
        aria-label={t.helpFor(title)}
        aria-keyshortcuts={HELP_KEY}
        title={t.withKey(t.helpFor(title), HELP_KEY)}
        className="grid size-6 shrink-0 place-items-center rounded text-muted opacity-0 transition-opacity group-focus-within/field:opacity-100 group-hover/field:opacity-100 hover:text-ink data-[state=open]:opacity-100 pointer-coarse:opacity-100"
      >
        <Info aria-hidden="true" className="size-3.5" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          side="top"
          align="start"
          sideOffset={4}
          collisionPadding={12}
          aria-label={t.helpFor(title)}
          className="z-50 max-w-80 animate-fade rounded-xl border border-line bg-raised p-3 text-xs leading-5 text-ink shadow-float outline-none"
        >
          <Markdown text={description} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
})

export function RemoveButton({ title, onRemove }: { title: string; onRemove: () => void }) {
  return (
    <button
      type="button"
      tabIndex={-1}
      data-field-action="remove"
      aria-label={t.removeOption(title)}
      aria-keyshortcuts={REMOVE_KEY}
      title={t.withKey(t.removeOption(title), REMOVE_KEY)}
      onClick={onRemove}
      className="grid size-6 shrink-0 place-items-center rounded text-muted opacity-0 transition-opacity group-focus-within/field:opacity-100 group-hover/field:opacity-100 hover:bg-hover hover:text-ink pointer-coarse:opacity-100"
    >
      <X aria-hidden="true" className="size-3.5" />
    </button>
  )
}
