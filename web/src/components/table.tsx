import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'

export function Table({ label, children }: { label: string; children: ReactNode }) {
  return (
    <table aria-label={label} className="w-full border-collapse text-left text-sm">
      {children}
    </table>
  )
}

export function TableHead({ children }: { children: ReactNode }) {
  return (
    <thead>
      <tr className="border-b border-line">{children}</tr>
    </thead>
  )
}

export function HeadCell({ className, children, ...rest }: ComponentProps<'th'>) {
  return (
    <th
      {...rest}
      scope="col"
      className={clsx(
        'px-4 py-3 text-xs font-medium whitespace-nowrap text-muted first:pl-5 last:pr-5 sm:first:pl-6 sm:last:pr-6',
        className,
      )}
    >
      {children}
    </th>
  )
}

export function Row({ className, ...rest }: ComponentProps<'tr'>) {
  return <tr {...rest} className={clsx('border-b border-line last:border-b-0', className)} />
}

const cellClass = 'px-4 py-4 align-middle first:pl-5 last:pr-5 sm:first:pl-6 sm:last:pr-6'

export function Cell({ className, ...rest }: ComponentProps<'td'>) {
  return <td {...rest} className={clsx(cellClass, className)} />
}

/** The header cell of a row. */
export function RowHeader({ className, ...rest }: ComponentProps<'th'>) {
  return <th {...rest} scope="row" className={clsx(cellClass, 'text-left font-normal', className)} />
}
