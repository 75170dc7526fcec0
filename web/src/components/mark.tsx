import { clsx } from 'clsx'

/** The mill wheel over the race. Decorative: the name is always written beside it or on its parent. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={clsx('shrink-0', className ?? 'size-8')}>
      <g fill="none" stroke="currentColor" strokeLinecap="round" strokeWidth="2">
        <circle cx="16" cy="12.8" r="6" />
        <path d="M21.91 11.76Q25.46 11.79 26.96 15.94M20.91 16.24Q23.4 18.77 21.53 22.77M17.04 18.71Q17.01 22.26 12.86 23.76M12.56 17.71Q10.03 20.2 6.03 18.33M10.09 13.84Q6.54 13.81 5.04 9.66M11.09 9.36Q8.6 6.83 10.47 2.83M14.96 6.89Q14.99 3.34 19.14 1.84M19.44 7.89Q21.97 5.4 25.97 7.27" />
        <circle cx="16" cy="12.8" r="1.7" fill="currentColor" stroke="none" />
        <path
          className="text-(color:--mark-water,var(--color-accent))"
          d="M3 27.6c2.2-2 4.3-2 6.5 0s4.3 2 6.5 0 4.3-2 6.5 0 4.3 2 6.5 0"
        />
      </g>
    </svg>
  )
}

export function Brand({ className }: { className?: string }) {
  return (
    <span className={clsx('inline-flex items-center gap-2.5', className)}>
      <Mark className="size-7" />
      <span className="text-[1.0625rem] font-semibold tracking-[-0.02em]">Millrace</span>
    </span>
  )
}
