import { clsx } from 'clsx'
import type { LucideIcon } from 'lucide-react'

export type TileFamily = 'trigger' | 'flow' | 'data' | 'action' | 'people' | 'code' | 'annotation' | 'service'

/** The colours of the families of nodes. Services have those of actions. */
const families: Record<TileFamily, string> = {
  trigger: 'bg-family-trigger-soft text-family-trigger',
  flow: 'bg-family-flow-soft text-family-flow',
  data: 'bg-family-data-soft text-family-data',
  action: 'bg-family-action-soft text-family-action',
  service: 'bg-family-action-soft text-family-action',
  people: 'bg-family-people-soft text-family-people',
  code: 'bg-family-code-soft text-family-code',
  annotation: 'bg-family-annotation-soft text-family-annotation',
}

interface MonogramTileProps {
  /** The name of a service or a kind of node; its first letters are the monogram. */
  name: string
  family?: TileFamily
  /** Replaces the monogram. */
  icon?: LucideIcon | undefined
  size?: 'sm' | 'md' | 'lg'
}

/** A tile with an icon or a monogram, coloured by family. Decorative: the name is always beside it. */
export function MonogramTile({ name, family = 'service', icon: Icon, size = 'md' }: MonogramTileProps) {
  return (
    <span
      aria-hidden="true"
      className={clsx(
        'grid shrink-0 place-items-center font-semibold select-none',
        families[family],
        size === 'sm' && 'size-6 rounded-[0.375rem] text-[0.6875rem]',
        size === 'md' && 'size-9 rounded-[0.5625rem] text-[0.8125rem]',
        size === 'lg' && 'size-11 rounded-control text-base',
      )}
    >
      {Icon === undefined ? (
        monogramOf(name)
      ) : (
        <Icon className={size === 'sm' ? 'size-3.5' : 'size-4.5'} strokeWidth={1.9} />
      )}
    </span>
  )
}

/** "Google Sheets" → "GS", "Stripe" → "St". */
export function monogramOf(name: string): string {
  const words = name
    .replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  const [first = '?', second] = words
  const [a = '?', b = ''] = Array.from(first)
  return second === undefined
    ? a.toUpperCase() + b.toLowerCase()
    : a.toUpperCase() + (Array.from(second)[0] ?? '').toUpperCase()
}
