import { clsx } from 'clsx'

interface MeterProps {
  label: string
  value: number
  max: number
  /** The value as text: "120 of 600 requests". */
  text: string
}

export function Meter({ label, value, max, text }: MeterProps) {
  const share = max > 0 ? Math.min(value / max, 1) : 0
  return (
    <div>
      {/* For screen readers. The bar below is the visible meter, because browsers cannot style this one completely. */}
      <meter
        aria-label={label}
        aria-valuetext={text}
        min={0}
        max={max}
        value={Math.min(value, max)}
        className="sr-only"
      >
        {text}
      </meter>
      <div
        aria-hidden="true"
        className="h-2.5 overflow-hidden rounded-full bg-sunken ring-1 ring-line ring-inset"
      >
        <div
          className={clsx(
            'h-full rounded-full transition-[width] duration-500',
            share >= 1 ? 'bg-danger' : share >= 0.8 ? 'bg-warning' : 'bg-accent',
          )}
          style={{ width: `${share * 100}%`, minWidth: value > 0 ? '0.625rem' : 0 }}
        />
      </div>
    </div>
  )
}
