import { clsx } from 'clsx'
import * as passwords from '../texts/passwords.ts'
import { minPasswordLength, ratePassword } from './rate-password.ts'

const colours = ['bg-danger', 'bg-warning', 'bg-success', 'bg-success'] as const

export function PasswordStrength({ password }: { password: string }) {
  const { level, text } = ratePassword(password)
  return (
    <div>
      <div aria-hidden="true" className="mt-0.5 mb-1.5 grid grid-cols-4 gap-1">
        {colours.map((_, step) => (
          <span
            // The four bars never change their order.
            // oxlint-disable-next-line react/no-array-index-key
            key={step}
            className={clsx(
              'h-1 rounded-full transition-colors',
              password !== '' && step <= level ? colours[level] : 'bg-line',
            )}
          />
        ))}
      </div>
      {password === '' ? passwords.hint(minPasswordLength) : text}
    </div>
  )
}
