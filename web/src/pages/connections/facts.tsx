import type { ReactNode } from 'react'

/** Names and values in two columns. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    <dl className="grid grid-cols-[8.5rem_minmax(0,1fr)] gap-x-3 gap-y-2.5 text-[0.8125rem]">{children}</dl>
  )
}

export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  )
}

export function PanelSection({
  title,
  end,
  children,
}: {
  title: string
  end?: ReactNode
  children: ReactNode
}) {
  return (
    <section aria-label={title} className="space-y-3 border-t border-line px-4 py-4 first:border-t-0">
      <div className="flex min-h-8 items-center justify-between gap-3">
        <h3 className="text-[0.8125rem] font-semibold">{title}</h3>
        {end}
      </div>
      {children}
    </section>
  )
}
