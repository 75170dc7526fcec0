import { clsx } from 'clsx'
import { Eye, EyeOff } from 'lucide-react'
import { useState, type ComponentProps, type ReactNode } from 'react'
import * as passwords from '../texts/passwords.ts'
import { Field, inputClass } from './field.tsx'

interface PasswordFieldProps extends Omit<ComponentProps<'input'>, 'id' | 'type' | 'children'> {
  label: string
  hint?: ReactNode
  error?: string | undefined
}

export function PasswordField({ label, hint, error, className, ...input }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <div className="relative">
          <input
            {...input}
            {...control}
            type={shown ? 'text' : 'password'}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            className={clsx(inputClass, 'pr-11', className)}
          />
          <button
            type="button"
            onClick={() => setShown(!shown)}
            aria-label={shown ? passwords.hide(label) : passwords.show(label)}
            aria-controls={control.id}
            className="absolute inset-y-0 right-0 grid w-10 place-items-center rounded-control text-muted hover:text-ink"
          >
            <Icon aria-hidden="true" className="size-4.5" />
          </button>
        </div>
      )}
    </Field>
  )
}
