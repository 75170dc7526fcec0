import { clsx } from 'clsx'
import { CircleAlert } from 'lucide-react'
import { useId, type ComponentProps, type ReactNode } from 'react'
import { MessageText } from './message-text.tsx'

export const inputClass = clsx(
  'block scroll-my-16 h-10 w-full rounded-control border border-line-strong bg-surface px-3 text-base text-ink md:text-sm',
  'transition-colors placeholder:text-muted hover:border-ink/60',
  'focus-visible:border-focus focus-visible:outline-offset-0',
  'aria-invalid:border-danger aria-invalid:hover:border-danger',
)

/** Attributes that connect a control to the label, hint and error of its field. */
interface FieldControl {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

interface FieldProps {
  label: string
  hint?: ReactNode
  error?: string | undefined
  className?: string
  children: (control: FieldControl) => ReactNode
}

export function Field({ label, hint, error, className, children }: FieldProps) {
  const id = useId()
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const describedBy = [error && errorId, hint && hintId].filter(Boolean).join(' ')
  return (
    <div className={clsx('space-y-1.5', className)}>
      <label htmlFor={id} className="block text-sm font-medium">
        {label}
      </label>
      {children({
        id,
        'aria-describedby': describedBy === '' ? undefined : describedBy,
        'aria-invalid': error ? true : undefined,
      })}
      {error && <FieldError id={errorId}>{error}</FieldError>}
      {hint && (
        <div id={hintId} className="text-[0.8125rem] text-muted">
          {hint}
        </div>
      )}
    </div>
  )
}

export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className="flex items-start gap-1.5 text-sm text-danger-ink">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span>
        <MessageText>{children}</MessageText>
      </span>
    </p>
  )
}

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'id' | 'children'> {
  label: string
  hint?: ReactNode
  error?: string | undefined
}

export function TextField({ label, hint, error, className, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <input {...input} {...control} className={clsx(inputClass, className)} />}
    </Field>
  )
}
