import { Calendar, ChevronDown, Clock, Paperclip, Star } from 'lucide-react'
import type { FormField } from '../../api/forms.ts'
import * as t from '../../texts/forms/builder.ts'

/** Shows what the control of a field looks like. It is not one: the values are set in the settings. */
export function FieldSketch({ field }: { field: FormField }) {
  return (
    <div aria-hidden="true" className="pointer-events-none text-sm text-muted">
      <Sketch field={field} />
    </div>
  )
}

const boxClass =
  'flex h-9.5 w-full items-center justify-between gap-2 rounded-control border border-line-strong/60 bg-surface px-3'

function Sketch({ field }: { field: FormField }) {
  const shown =
    typeof field.default === 'string' || typeof field.default === 'number' ? String(field.default) : ''
  const text = shown === '' ? (field.placeholder ?? '') : shown
  switch (field.type) {
    case 'textarea':
      return <div className={`${boxClass} h-18 items-start py-2`}>{text}</div>
    case 'date':
    case 'datetime':
      return (
        <div className={`${boxClass} max-w-64`}>
          {shown}
          <Calendar className="ml-auto size-4" />
        </div>
      )
    case 'time':
      return (
        <div className={`${boxClass} max-w-40`}>
          {shown}
          <Clock className="ml-auto size-4" />
        </div>
      )
    case 'select':
    case 'multiselect':
      return (
        <div className={boxClass}>
          {shown}
          <ChevronDown className="ml-auto size-4" />
        </div>
      )
    case 'boolean':
      return (
        <span className="block h-5 w-9 rounded-full bg-line-strong/70 p-0.5">
          <span className="block size-4 rounded-full bg-surface" />
        </span>
      )
    case 'checkbox':
    case 'radio':
      return null
    case 'rating':
    case 'scale':
      return <Steps field={field} />
    case 'color':
      return (
        <span
          className="block h-8 w-14 rounded-control border border-line-strong/60"
          style={{ backgroundColor: shown === '' ? '#000000' : shown }}
        />
      )
    case 'file':
      return (
        <div className={`${boxClass} justify-start border-dashed`}>
          <Paperclip className="size-4" />
          {t.chooseFile}
        </div>
      )
    case 'hidden':
      return <span className="text-xs">{t.hiddenNote}</span>
    default:
      return <div className={boxClass}>{field.type === 'password' ? '••••••••' : text}</div>
  }
}

const maxSteps = 11

function Steps({ field }: { field: FormField }) {
  const isRating = field.type === 'rating'
  const min = Math.ceil(typeof field.min === 'number' ? field.min : isRating ? 1 : 0)
  const max = Math.floor(typeof field.max === 'number' ? field.max : isRating ? 5 : 10)
  const steps = Array.from(
    { length: Math.max(0, Math.min(max - min + 1, maxSteps)) },
    (_, index) => min + index,
  )
  return (
    <div className="flex flex-wrap gap-1.5">
      {steps.map((step) =>
        isRating ? (
          <Star key={step} className="size-6" strokeWidth={1.5} />
        ) : (
          <span
            key={step}
            className="grid h-8 min-w-8 place-items-center rounded-control border border-line-strong/60 bg-surface px-1"
          >
            {step}
          </span>
        ),
      )}
    </div>
  )
}
