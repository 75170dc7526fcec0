import {
  AtSign,
  Calendar,
  CalendarClock,
  CircleDot,
  Clock,
  EyeOff,
  Gauge,
  Hash,
  KeyRound,
  Link2,
  ListChecks,
  type LucideIcon,
  Palette,
  Paperclip,
  Phone,
  SquareChevronDown,
  SquareMenu,
  Star,
  TextAlignStart,
  ToggleLeft,
  Type,
} from 'lucide-react'
import type { FormField } from '../../api/forms.ts'

export type FieldType = FormField['type']
export type FieldGroup = 'text' | 'choice' | 'number' | 'date' | 'other'
export type FieldDetail =
  | 'placeholder'
  | 'default'
  | 'options'
  | 'number-range'
  | 'date-range'
  | 'length'
  | 'pattern'
  | 'files'

interface FieldKind {
  readonly type: FieldType
  readonly group: FieldGroup
  readonly icon: LucideIcon
  /** The settings that have an effect, besides label, help and required. */
  readonly details: readonly FieldDetail[]
}

const text = ['placeholder', 'default', 'length', 'pattern'] as const

/** Every type of field, in the order in which the search offers them. */
export const fieldKinds: readonly FieldKind[] = [
  { type: 'text', group: 'text', icon: Type, details: text },
  { type: 'textarea', group: 'text', icon: TextAlignStart, details: text },
  { type: 'email', group: 'text', icon: AtSign, details: text },
  { type: 'phone', group: 'text', icon: Phone, details: text },
  { type: 'url', group: 'text', icon: Link2, details: text },
  { type: 'password', group: 'text', icon: KeyRound, details: ['placeholder', 'length', 'pattern'] },
  { type: 'select', group: 'choice', icon: SquareChevronDown, details: ['options', 'default'] },
  { type: 'radio', group: 'choice', icon: CircleDot, details: ['options', 'default'] },
  { type: 'multiselect', group: 'choice', icon: SquareMenu, details: ['options'] },
  { type: 'checkbox', group: 'choice', icon: ListChecks, details: ['options'] },
  { type: 'boolean', group: 'choice', icon: ToggleLeft, details: ['default'] },
  { type: 'number', group: 'number', icon: Hash, details: ['placeholder', 'default', 'number-range'] },
  { type: 'rating', group: 'number', icon: Star, details: ['default', 'number-range'] },
  { type: 'scale', group: 'number', icon: Gauge, details: ['default', 'number-range'] },
  { type: 'date', group: 'date', icon: Calendar, details: ['default', 'date-range'] },
  { type: 'time', group: 'date', icon: Clock, details: ['default', 'date-range'] },
  { type: 'datetime', group: 'date', icon: CalendarClock, details: ['default', 'date-range'] },
  { type: 'file', group: 'other', icon: Paperclip, details: ['files'] },
  { type: 'color', group: 'other', icon: Palette, details: ['default'] },
  { type: 'hidden', group: 'other', icon: EyeOff, details: ['default'] },
]

export function kindOf(type: FieldType): FieldKind {
  const kind = fieldKinds.find((candidate) => candidate.type === type)
  if (kind === undefined) throw new Error(`unknown type of field ${type}`)
  return kind
}

export function hasOptions(type: FieldType): boolean {
  return kindOf(type).details.includes('options')
}
