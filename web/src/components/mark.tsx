import { clsx } from 'clsx'
import * as common from '../texts/common.ts'

/** The logo. Decorative: the product name is always beside it or on its parent. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={clsx('shrink-0', className ?? 'size-8')}>
      <g fill="none" stroke="currentColor" strokeLinecap="round" strokeWidth="2">
        <circle cx="16" cy="13" r="7.6" />
        <path d="M23.6 13L27.15 16.2M21.37 18.37L21.62 23.15M16 20.6L12.8 24.15M10.63 18.37L5.85 18.62M8.4 13L4.85 9.8M10.63 7.63L10.38 2.85M16 5.4L19.2 1.85M21.37 7.63L26.15 7.38" />
        <path
          strokeWidth="1.4"
          d="M17.48 13.61L22.47 15.68M15.39 14.48L13.32 19.47M14.52 12.39L9.53 10.32M16.61 11.52L18.68 6.53"
        />
        <circle cx="16" cy="13" r="1.9" fill="currentColor" stroke="none" />
        <path
          className="text-(color:--mark-water,var(--color-accent))"
          d="M3 28.4c2.2-2 4.3-2 6.5 0s4.3 2 6.5 0 4.3-2 6.5 0 4.3 2 6.5 0"
        />
      </g>
    </svg>
  )
}

export function Brand({ className }: { className?: string }) {
  return (
    <span className={clsx('inline-flex items-center gap-2.5', className)}>
      <Mark className="size-7" />
      <span className="text-[1.0625rem] font-semibold tracking-[-0.02em]">{common.product}</span>
    </span>
  )
}
