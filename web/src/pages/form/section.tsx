import type { ReactNode } from 'react'

interface SectionProps {
  title: string
  note?: ReactNode
  children?: ReactNode
}

/** A group of settings with a heading. */
export function Section({ title, note, children }: SectionProps) {
  return (
    <section className="rounded-2xl border border-line bg-surface p-5">
      <h2 className="text-[0.9375rem] font-semibold">{title}</h2>
      {note !== undefined && <p className="mt-1 text-[0.8125rem] text-muted">{note}</p>}
      {children !== undefined && <div className="mt-4 space-y-4">{children}</div>}
    </section>
  )
}

/** A column of sections that scrolls by itself. */
export function SectionColumn({ children }: { children: ReactNode }) {
  return (
    <div className="min-h-0 flex-1 overflow-y-auto bg-canvas">
      <div className="mx-auto w-full max-w-2xl space-y-4 px-4 py-6">{children}</div>
    </div>
  )
}
