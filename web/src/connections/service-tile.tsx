import { clsx } from 'clsx'
import { Globe, KeyRound } from 'lucide-react'

/** Pairs of colours that have enough contrast in both themes. */
const tones = [
  'bg-family-action-soft text-family-action',
  'bg-family-data-soft text-family-data',
  'bg-family-code-soft text-family-code',
  'bg-family-people-soft text-family-people',
  'bg-family-trigger-soft text-family-trigger',
  'bg-family-flow-soft text-family-flow',
] as const

interface ServiceTileProps {
  /** Decides the colour. */
  type: string
  /** Its initials are shown. */
  name: string
  size?: 'md' | 'lg'
}

/** A service as a tile with its initials. */
export function ServiceTile({ type, name, size = 'md' }: ServiceTileProps) {
  return (
    <span
      aria-hidden="true"
      className={clsx(
        'grid shrink-0 place-items-center rounded-control font-semibold select-none',
        size === 'lg' ? 'size-10 text-sm' : 'size-7 text-[0.6875rem]',
        toneOf(type),
      )}
    >
      {type === 'http' ? <Globe className={size === 'lg' ? 'size-5' : 'size-4'} /> : initialsOf(name)}
    </span>
  )
}

/** A general secret, which belongs to no service. */
export function KeyTile() {
  return (
    <span
      aria-hidden="true"
      className="grid size-7 shrink-0 place-items-center rounded-control bg-family-flow-soft text-family-flow"
    >
      <KeyRound className="size-4" />
    </span>
  )
}

function toneOf(type: string): string {
  let sum = 0
  for (const character of type) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973
  return tones[sum % tones.length] ?? tones[0]
}

export function initialsOf(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
  const [first = '', second] = words
  if (second !== undefined) return `${[...first][0] ?? ''}${[...second][0] ?? ''}`.toUpperCase()
  const [initial = '', ...rest] = [...first]
  const capital = rest.find((letter) => letter !== letter.toLowerCase())
  return `${initial.toUpperCase()}${capital ?? rest[0] ?? ''}`
}
