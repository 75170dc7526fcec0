import { useState } from 'react'
import { controlClass, type ControlProps } from './control.ts'

interface NumberInputProps extends ControlProps {
  /** Undefined: the field is empty. */
  value: number | undefined
  onChange: (value: number | undefined) => void
  min?: number
  max?: number
  /** How much one press of an arrow key changes; ten times as much with Shift. */
  step?: number
  placeholder?: string
  disabled?: boolean
}

/** A number. Unlike `type=number` it keeps what was typed until it is left, and it ignores the mouse wheel. */
export function NumberInput({
  value,
  onChange,
  min = Number.NEGATIVE_INFINITY,
  max = Number.POSITIVE_INFINITY,
  step = 1,
  compact,
  className,
  ...rest
}: NumberInputProps) {
  const [typed, setTyped] = useState<string>()
  const clamp = (number: number) => Math.min(max, Math.max(min, number))
  const change = (text: string) => {
    setTyped(text)
    const number = parseNumber(text)
    if (text.trim() === '') onChange(undefined)
    else if (number !== undefined && number === clamp(number)) onChange(number)
  }
  const leave = () => {
    const number = typed === undefined ? undefined : parseNumber(typed)
    if (number !== undefined && number !== clamp(number)) onChange(clamp(number))
    setTyped(undefined)
  }
  return (
    <input
      {...rest}
      type="text"
      inputMode="decimal"
      role="spinbutton"
      aria-valuenow={value}
      aria-valuemin={Number.isFinite(min) ? min : undefined}
      aria-valuemax={Number.isFinite(max) ? max : undefined}
      autoComplete="off"
      value={typed ?? (value === undefined ? '' : String(value))}
      onChange={(event) => change(event.target.value)}
      onBlur={leave}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
        event.preventDefault()
        const sign = event.key === 'ArrowUp' ? 1 : -1
        setTyped(undefined)
        onChange(clamp(round((value ?? 0) + sign * step * (event.shiftKey ? 10 : 1))))
      }}
      className={controlClass(compact, className)}
    />
  )
}

function parseNumber(text: string): number | undefined {
  const number = Number(text.trim().replace(',', '.'))
  return text.trim() === '' || !Number.isFinite(number) ? undefined : number
}

/** 0.1 + 0.2 is 0.3 here. */
function round(number: number): number {
  return Number(number.toPrecision(12))
}
