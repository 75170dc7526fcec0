import { clsx } from 'clsx'
import { judgePassword, shortestPassword } from './judge-password.ts'

const colours = ['bg-danger', 'bg-warning', 'bg-success', 'bg-success'] as const

/** Length is what counts: a long sentence beats a short riddle. */
export function PasswordStrength({ password }: { password: string }) {
  const { level, words } = judgePassword(password)
  return (
    <div>
      <div aria-hidden="true" className="mt-0.5 mb-1.5 grid grid-cols-4 gap-1">
        {colours.map((_, step) => (
          <span
            // The four bars never change place.
            // oxlint-disable-next-line react/no-array-index-key
            key={step}
            className={clsx(
              'h-1 rounded-full transition-colors',
              password !== '' && step <= level ? colours[level] : 'bg-line',
            )}
          />
        ))}
      </div>
      {password === '' ? `At least ${shortestPassword} characters. A few random words work well.` : words}
    </div>
  )
}
